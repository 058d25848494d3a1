internal import MigratorPlatform

/// The time and author of a ledger change, and the run time of the recorded migration.
public struct RecordStamp: Sendable, Hashable {
  /// When the change is made.
  public let time: Timestamp
  /// How long the migration ran, in seconds.
  public let seconds: Double
  /// A lowercase UUID, for tools that give each record its own identifier.
  public let uuid: String
  /// The user who runs the migration, for tools that record it.
  public let user: String
  /// The host name, for tools that record it.
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

  /// Returns a stamp of the current time and user, with a new identifier.
  ///
  /// - Parameter seconds: The run time of the migration.
  /// - Returns: The stamp.
  public static func now(seconds: Double = 0) -> RecordStamp {
    RecordStamp(
      time: .now, seconds: seconds, uuid: Encodings.randomUUID(), user: Environment.userName,
      host: Environment.hostName)
  }

  /// Returns the identifier for one of several records made at once.
  ///
  /// - Parameter index: The index of the record, starting from 0.
  /// - Returns: The identifier; ``uuid`` for the first.
  public func uuid(_ index: Int) -> String {
    // The last twelve digits are random, so adding the index results in another valid UUID.
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

  /// The run time in whole milliseconds.
  public var milliseconds: Int64 { Int64(exactly: (seconds * 1e3).rounded()) ?? 0 }
}
