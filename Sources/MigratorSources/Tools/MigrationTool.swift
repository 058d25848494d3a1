public import MigratorEngine

/// A migration tool: how it is recognised, how its folder is read, and how its ledger works.
///
/// Everything here is pure but for the bytes that a ``FolderTree`` reads when it is asked for them.
public protocol MigrationTool: Sendable {
  /// The name `--format` takes.
  var format: MigrationFormat { get }

  /// What people call it: `golang-migrate`.
  var title: String { get }

  /// Looks for the tool's ledger among the tables of a database.
  ///
  /// - Parameter tables: The tables and their columns.
  /// - Returns: The ledger found, or `nil`. Where several tables fit, the one with the tool's own
  ///   name.
  func ledger(in tables: DatabaseTables) -> LedgerEvidence?

  /// Looks for the tool's files in a folder.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: What was found, or `nil` when nothing in it looks like the tool's.
  func evidence(in folder: FolderTree) -> FolderEvidence?

  /// Reads the migrations of a folder, in the order the tool runs them.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The migrations; what cannot be run by anyone but the tool comes as
  ///   ``ToolMigration/Body/unavailable(_:)``.
  /// - Throws: `SourceFailure` with every problem for which the tool itself would refuse the folder,
  ///   and for files that cannot be read.
  func migrations(in folder: FolderTree) throws -> [ToolMigration]

  /// What an operator should know of the folder: files that were left out, and why.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: Sentences.
  func notes(on folder: FolderTree) -> [String]

  /// The rule by which the ledger is read and written.
  ///
  /// - Parameter table: The name of the ledger's table where it is not the tool's own.
  /// - Returns: The rule.
  func rule(table: String?) -> any LedgerRule

  /// The rule by which the ledger of a project is read and written, for tools whose ledger depends on
  /// what the project registers.
  ///
  /// - Parameters:
  ///   - table: The name of the ledger's table where it is not the tool's own.
  ///   - migrations: The migrations of the folder.
  /// - Returns: The rule.
  func rule(table: String?, for migrations: [ToolMigration]) -> any LedgerRule

  /// How the tool treats foreign keys while a migration runs, where it has a rule of its own; `nil`
  /// where it has none, and migrations run with foreign keys off and are checked for new violations.
  var foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? { get }

  /// Whether the tool's own connections enforce foreign keys while a migration runs, so that a table
  /// made anew may cost rows of the tables that refer to it.
  var enforcesForeignKeys: Bool { get }

  /// Names the next migration in the style of the folder, for `migtui new`.
  ///
  /// - Parameters:
  ///   - title: What the migration does, in the user's words.
  ///   - folder: The folder.
  ///   - existing: The migrations that are there.
  ///   - now: The present moment.
  /// - Returns: The files to make, or `nil` when only the tool can make one.
  func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]?

  /// What is to be done once the text of a new file is written, in a sentence; `nil` for nothing.
  var afterWriting: String? { get }
}

extension MigrationTool {
  /// No rule of its own.
  public var foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? { nil }

  /// The same for all projects.
  public func rule(table: String?, for migrations: [ToolMigration]) -> any LedgerRule {
    rule(table: table)
  }

  /// They do not, as far as is known.
  public var enforcesForeignKeys: Bool { false }

  /// Nothing to know.
  public func notes(on folder: FolderTree) -> [String] { [] }

  /// Nothing is to be done.
  public var afterWriting: String? { nil }

  /// Only the tool can make one.
  public func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? { nil }
}

/// A ledger that was recognised in a database.
public struct LedgerEvidence: Sendable, Hashable {
  /// The table, or `PRAGMA user_version`.
  public let table: String
  /// What was seen, in words: `schema_migrations(version, dirty)`.
  public let words: String
  /// How surely this is the tool's: 3 nobody else has such a table, 2 name and columns fit, 1 the
  /// columns alone.
  public let strength: Int

  /// Creates evidence; the parameters are the properties.
  public init(table: String, words: String, strength: Int) {
    self.table = table
    self.words = words
    self.strength = strength
  }
}

/// Files that were recognised in a folder.
public struct FolderEvidence: Sendable, Hashable {
  /// What was seen, in words: `75 files "N_name.up.sql"`.
  public let words: String
  /// How surely these are the tool's: 3 a marker nobody else has, 2 a pattern of its own, 1 a
  /// pattern it shares with others.
  public let strength: Int
  /// How many migrations there seem to be.
  public let count: Int

  /// Creates evidence; the parameters are the properties.
  public init(words: String, strength: Int, count: Int) {
    self.words = words
    self.strength = strength
    self.count = count
  }
}

/// A file that `migtui new` writes.
public struct NewFile: Sendable, Hashable {
  /// The path below the migrations' folder.
  public let path: String
  /// Its text.
  public let text: String

  /// Creates a file; the parameters are the properties.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
