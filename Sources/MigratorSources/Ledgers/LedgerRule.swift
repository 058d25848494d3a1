public import MigratorEngine

/// How a tool's ledger is read and written.
///
/// Pure: values in, judgements and SQL out.
///
/// What is written is SQL text with literal values, so that what a person is shown is what is run.
/// Names of tables are written with their schema (`main.`).
public protocol LedgerRule: Sendable {
  /// What the ledger is called on the screen: its table, or `PRAGMA user_version`.
  var name: String { get }

  /// The tables to read, the ledger's own first. Those of them that are there are no part of the
  /// schema that migrations make.
  var tableNames: [String] { get }

  /// Judges which migrations are applied, changed, skipped or dirty, as the tool would.
  ///
  /// - Parameters:
  ///   - migrations: The registered migrations, in the tool's order.
  ///   - contents: What the ledger holds.
  /// - Returns: The judgement. Records of registered migrations carry
  ///   ``ToolMigration/identifier``; the others the ledger's own name.
  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading

  /// The statements that make the ledger, as the tool makes it; none when it is there already.
  ///
  /// - Parameter contents: What the ledger holds.
  /// - Returns: The statements, without semicolons.
  func creation(_ contents: LedgerContents) -> [String]

  /// The statements that record a migration as applied, as the tool records it.
  ///
  /// - Parameters:
  ///   - migration: The migration.
  ///   - contents: What the ledger holds, its tables made.
  ///   - stamp: The time and the duration.
  /// - Returns: The statements, without semicolons; none when the migration's own statements record
  ///   it.
  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String]

  /// The statements that record a migration as applied that is not run: a baseline.
  ///
  /// - Parameters:
  ///   - migration: The migration.
  ///   - contents: What the ledger holds, its tables made.
  ///   - stamp: The time.
  /// - Returns: The statements, without semicolons.
  func marking(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String]

  /// The statements by which the tool notes that a migration begins that no transaction holds
  /// together; none where it notes nothing.
  ///
  /// - Parameters:
  ///   - migration: The migration.
  ///   - contents: What the ledger holds, its tables made.
  ///   - stamp: The time.
  /// - Returns: The statements, without semicolons.
  func beginning(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String]

  /// The statements by which the tool notes that such a migration failed; none where it notes
  /// nothing.
  ///
  /// - Parameters:
  ///   - migration: The migration.
  ///   - message: What went wrong.
  ///   - contents: What the ledger holds.
  ///   - stamp: The time and the duration.
  /// - Returns: The statements, without semicolons.
  func failing(
    _ migration: ToolMigration, message: String, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String]

  /// The statements that take the sign of a failure away, so that what failed is pending again.
  ///
  /// - Parameters:
  ///   - migrations: The registered migrations, in the tool's order.
  ///   - contents: What the ledger holds.
  /// - Returns: The statements, without semicolons; none when nothing is dirty.
  func clearing(_ migrations: [ToolMigration], _ contents: LedgerContents) -> [String]

  /// The statements that put the present checksum of a changed migration into the ledger.
  ///
  /// - Parameters:
  ///   - migration: The migration.
  ///   - contents: What the ledger holds.
  /// - Returns: The statements, without semicolons; none where the ledger stores no checksum that
  ///   the tool compares.
  func blessing(_ migration: ToolMigration, _ contents: LedgerContents) -> [String]
}

extension LedgerRule {
  /// What would be recorded if it had been run.
  public func marking(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] { recording(migration, contents, stamp) }

  /// The ledger's own table alone.
  public var tableNames: [String] { [name] }

  /// No statements: the tool notes nothing.
  public func beginning(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] { [] }

  /// No statements: the tool notes nothing.
  public func failing(
    _ migration: ToolMigration, message: String, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] { [] }

  /// No statements: nothing is ever dirty.
  public func clearing(_ migrations: [ToolMigration], _ contents: LedgerContents) -> [String] {
    []
  }

  /// No statements: the tool compares no checksum.
  public func blessing(_ migration: ToolMigration, _ contents: LedgerContents) -> [String] { [] }

  /// The ledger's own table, or `nil` when it is missing.
  public func table(_ contents: LedgerContents) -> LedgerContents.Table? {
    tableNames.first.flatMap { contents.tables[$0] }
  }
}

/// When a record is written, and how long the migration ran.
public struct RecordStamp: Sendable, Hashable {
  /// When the record is written.
  public let time: Timestamp
  /// How long the migration ran, in seconds.
  public let seconds: Double
  /// An identifier for tools that give each record one of its own: a UUID in lower case.
  public let uuid: String
  /// How many statements of a migration that failed ran and stay.
  public let statements: Int
  /// Who runs the migration, for tools that note it.
  public let user: String
  /// The machine it runs on, for tools that note it.
  public let host: String

  /// Creates a stamp.
  ///
  /// - Parameters:
  ///   - time: When the record is written.
  ///   - seconds: How long the migration ran.
  ///   - uuid: An identifier for the record; by default a random one.
  ///   - statements: How many statements of a migration that failed ran and stay.
  ///   - user: Who runs the migration; by default the user of this process.
  ///   - host: The machine it runs on; by default this one.
  public init(
    time: Timestamp, seconds: Double = 0, uuid: String = RecordStamp.randomUUID(),
    statements: Int = 0, user: String? = nil, host: String? = nil
  ) {
    self.time = time
    self.seconds = seconds
    self.uuid = uuid
    self.statements = statements
    self.user = user ?? PlatformUser.name
    self.host = host ?? PlatformUser.host
  }

  /// When the migration began.
  public var start: Timestamp {
    let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) ?? 0
    return Timestamp(nanoseconds: time.nanoseconds &- nanoseconds)
  }

  /// How long the migration ran, in whole milliseconds.
  public var milliseconds: Int64 { Int64(exactly: (seconds * 1e3).rounded()) ?? 0 }

  /// A random UUID of version 4, in lower case.
  ///
  /// - Returns: The text, of 36 characters.
  public static func randomUUID() -> String {
    let high = (UInt64.random(in: 0 ... .max) & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000
    let low = (UInt64.random(in: 0 ... .max) & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
    let digits = Array(hex(high) + hex(low))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }

  private static func hex(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
