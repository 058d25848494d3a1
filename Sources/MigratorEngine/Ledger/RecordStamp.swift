internal import MigratorPlatform

/// When a ledger is changed, by whom, and how long the migration ran that is recorded.
public struct RecordStamp: Sendable, Hashable {
  /// When the change is made.
  public let time: Timestamp
  /// How long the migration ran, in seconds.
  public let seconds: Double
  /// An identifier for tools that give each record one of its own: a UUID in lower case.
  public let uuid: String
  /// Who runs the migration, for tools that note it.
  public let user: String
  /// The machine it runs on, for tools that note it.
  public let host: String

  /// Creates a stamp; the parameters are the properties.
  public init(
    time: Timestamp, seconds: Double = 0, uuid: String = "", user: String = "", host: String = ""
  ) {
    self.time = time
    self.seconds = seconds
    self.uuid = uuid
    self.user = user
    self.host = host
  }

  /// A stamp of this moment, by the user of this process, with an identifier that is new.
  ///
  /// - Parameter seconds: How long the migration ran.
  /// - Returns: The stamp.
  public static func now(seconds: Double = 0) -> RecordStamp {
    RecordStamp(
      time: .now, seconds: seconds, uuid: Encodings.randomUUID(), user: Environment.userName,
      host: Environment.hostName)
  }

  /// The identifier for one of several records that are made at once, which are counted from 0.
  ///
  /// - Parameter index: Which of them.
  /// - Returns: The identifier; ``uuid`` for the first.
  public func uuid(_ index: Int) -> String {
    // The last twelve digits are random as most others are, so that the next number is as good.
    guard index > 0, let dash = uuid.lastIndex(of: "-"),
      let number = UInt64(uuid[uuid.index(after: dash)...], radix: 16)
    else { return uuid }
    let digits = String((number &+ UInt64(index)) & 0xFFFF_FFFF_FFFF, radix: 16)
    return uuid[...dash] + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }

  /// When the migration began.
  public var start: Timestamp {
    let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) ?? 0
    return Timestamp(nanoseconds: time.nanoseconds &- nanoseconds)
  }

  /// How long the migration ran, in whole milliseconds.
  public var milliseconds: Int64 { Int64(exactly: (seconds * 1e3).rounded()) ?? 0 }
}
