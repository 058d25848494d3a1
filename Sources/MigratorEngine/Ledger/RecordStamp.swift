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

  /// When the migration began.
  public var start: Timestamp {
    let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) ?? 0
    return Timestamp(nanoseconds: time.nanoseconds &- nanoseconds)
  }

  /// How long the migration ran, in whole milliseconds.
  public var milliseconds: Int64 { Int64(exactly: (seconds * 1e3).rounded()) ?? 0 }
}
