/// The properties of the program that runs migrations, as far as they affect how a migration is
/// written.
public struct WriterRunner: Sendable, Hashable {
  /// The transaction in which the program runs a migration by default.
  public enum Transaction: String, Sendable, Hashable {
    /// Each migration has its own.
    case perMigration
    /// All pending migrations share one.
    case allPending
    /// None, so that the file itself can begin one.
    case none
    /// Unknown, or it depends on the program.
    case unknown
  }

  /// Whether the program's connection enforces foreign keys while it runs a migration.
  public enum ForeignKeys: Sendable, Hashable {
    /// They are enforced.
    ///
    /// - Parameter connection: What enforces them, if the program has several kinds of connections.
    case on(connection: String? = nil)
    /// They are not enforced.
    case off
    /// They are not enforced, and a migration that adds a violation fails.
    case offThenChecked
    /// Unknown, or it depends on the settings of the program.
    case unknown
  }

  /// The transaction.
  public var transaction: Transaction

  /// The foreign keys.
  public var foreignKeys: ForeignKeys

  /// True if a migration can create temporary objects.
  public var allowsTemporaryObjects: Bool

  /// True if a statement of a migration can return rows.
  public var allowsRows: Bool

  /// True if the program keeps line endings in strings and names unchanged.
  public var keepsLineEnds: Bool

  /// True if a statement can use SQLite's own tables, such as `sqlite_sequence`.
  public var allowsSystemTables: Bool

  /// The maximum size of a statement in bytes, or `nil` for that of SQLite.
  public var statementLimit: Int?

  /// The maximum number of columns of a table, or `nil` for that of SQLite.
  public var columnLimit: Int?

  /// Where the facts can be looked up: a repository with a file or an issue, or a page.
  public var sources: [String]

  /// Creates facts from their properties.
  public init(
    transaction: Transaction = .unknown, foreignKeys: ForeignKeys = .unknown,
    allowsTemporaryObjects: Bool = true, allowsRows: Bool = true, keepsLineEnds: Bool = true,
    allowsSystemTables: Bool = true, statementLimit: Int? = nil, columnLimit: Int? = nil,
    sources: [String] = []
  ) {
    self.transaction = transaction
    self.foreignKeys = foreignKeys
    self.allowsTemporaryObjects = allowsTemporaryObjects
    self.allowsRows = allowsRows
    self.keepsLineEnds = keepsLineEnds
    self.allowsSystemTables = allowsSystemTables
    self.statementLimit = statementLimit
    self.columnLimit = columnLimit
    self.sources = sources
  }

  /// True if `PRAGMA foreign_keys = OFF` in a file has an effect: SQLite ignores it in a transaction.
  ///
  /// Source: <https://www.sqlite.org/pragma.html#pragma_foreign_keys>.
  public var canTurnForeignKeysOff: Bool { transaction == .none }
}
