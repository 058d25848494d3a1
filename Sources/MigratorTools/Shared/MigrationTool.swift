public import MigratorEngine
public import MigratorSession

/// A migration tool: how it is recognized, how its folder is read, and how its ledger works.
///
/// The methods have no side effects, except that a ``FolderTree`` reads files on demand.
public protocol MigrationTool: Sendable {
  /// The name for `--format`.
  var format: MigrationFormat { get }

  /// The displayed name: `golang-migrate`.
  var title: String { get }

  /// Looks for the tool's ledger among the tables of a database.
  ///
  /// - Parameter tables: The tables that ``ledgerHints`` select, with their columns.
  /// - Returns: The ledger found, or `nil`. If several tables match, it is the one with the tool's
  ///   default name.
  func ledger(in tables: DatabaseTables) -> LedgerEvidence?

  /// The hints for the tables that ``ledger(in:)`` uses, or `nil` if it can use any table.
  ///
  /// Without hints, the columns of all tables are read.
  var ledgerHints: LedgerHints? { get }

  /// Looks for the tool's files in a folder.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: The findings, or `nil` if no file looks like one of the tool's.
  func evidence(in folder: FolderTree) -> FolderEvidence?

  /// Reads the migrations of a folder in execution order, and creates their ledger.
  ///
  /// - Parameters:
  ///   - folder: The folder, or `nil` if there is none and only the ledger can be shown.
  ///   - table: The name of the ledger table, if it is not the tool's default.
  /// - Returns: The migrations and their ledger. Migrations that only the tool can run are
  ///   ``ToolMigration/Body/unavailable(_:)``, those with unusable files are
  ///   ``ToolMigration/Body/unusable(_:text:)``.
  /// - Throws: `SourceFailure` with every problem, if the tool itself would reject the folder, or
  ///   if the names or the order of the migrations are uncertain.
  func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger)

  /// Returns notes on a folder for the operator, such as ignored files and the reason.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: Sentences.
  func notes(on folder: FolderTree) -> [String]

  /// The tool's foreign-key mode while a migration runs, or `nil` if it has none.
  ///
  /// Without one, migrations run with foreign keys off and are checked for new violations.
  var foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? { get }

  /// Returns the facts about the program that runs the tool's migrations.
  ///
  /// If its connections enforce foreign keys, it may change rows that migtui leaves unchanged; dry
  /// runs report this difference.
  ///
  /// - Parameter folder: The folder of the migrations.
  /// - Returns: The facts, by default from the table of the built-in tools.
  func runner(in folder: FolderTree?) -> WriterRunner

  /// `true` if the project's own connections determine whether foreign keys are enforced.
  ///
  /// In this case, the user can specify it in the project's settings.
  var followsConnection: Bool { get }

  /// Returns whether the tool's connections accept text in double quotes as a string.
  ///
  /// This is the default of SQLite. Otherwise migrations follow the configuration of the connection.
  ///
  /// - Parameter folder: The folder of the migrations.
  /// - Returns: `true` by default.
  func acceptsDoubleQuotedStringLiterals(in folder: FolderTree?) -> Bool

  /// How the author of a file can make the tool run it outside a transaction.
  var transactionSwitch: TransactionSwitch { get }

  /// `true` if the ledger records only the last migration.
  ///
  /// In this case, all earlier migrations count as applied, whether or not they ran.
  var recordsOnlyLast: Bool { get }

  /// `true` if the tool reads all files before it runs one, so an unusable file blocks every step.
  ///
  /// Otherwise it reads each file just before running it, so earlier files can be run.
  var readsAllFiles: Bool { get }

  /// `true` if migrations name their dependencies, and the order is otherwise arbitrary.
  var ordersByDependencies: Bool { get }

  /// Creates the files of the next migration in the style of the folder, for `migtui new`.
  ///
  /// Callers use ``NewMigration/files()``, which also checks them.
  ///
  /// - Parameter new: The title and the statements of the migration, and the existing migrations.
  /// - Returns: The files; the first one contains the statements.
  /// - Throws: ``WriteRefusal`` if only the tool can create them, or if it would not run the
  ///   statements unchanged.
  func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile]

  /// A sentence on what to do after the new file is written, or `nil`.
  var afterWriting: String? { get }

  /// The folders where projects of the tool usually keep their migrations.
  var habits: [ConventionalFolder] { get }
}

extension MigrationTool {
  /// `nil` by default: any table can be the ledger.
  public var ledgerHints: LedgerHints? { nil }

  /// `nil` by default.
  public var foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? { nil }

  /// Returns the facts from the table of built-in tools; for other tools, they are unknown.
  public func runner(in folder: FolderTree?) -> WriterRunner {
    WriterRunner(of: format, in: folder)
  }

  /// By default, the value from the table of built-in tools.
  public var followsConnection: Bool { WriterRunner.followsConnection(format) }

  /// Returns `true`, as in SQLite.
  public func acceptsDoubleQuotedStringLiterals(in folder: FolderTree?) -> Bool { true }

  /// Impossible by default.
  public var transactionSwitch: TransactionSwitch {
    .impossible("\(title) runs each file in a transaction.")
  }

  /// `false` by default: the ledger has a record for each migration.
  public var recordsOnlyLast: Bool { false }

  /// The name of the tool in messages about its ledger; GRDB's ledger is also used for plain SQL
  /// files.
  var ledgerOwner: String { [.grdb, .grdbSwift].contains(format) ? "GRDB" : title }

  /// `true` by default.
  public var readsAllFiles: Bool { true }

  /// `false` by default: migrations run in a fixed order.
  public var ordersByDependencies: Bool { false }

  /// Returns no notes by default.
  public func notes(on folder: FolderTree) -> [String] { [] }

  /// Empty by default.
  public var habits: [ConventionalFolder] { [] }

  /// `nil` by default.
  public var afterWriting: String? { nil }

  /// Refuses by default: only the tool can create a migration.
  public func newFiles(for new: NewMigration) throws(WriteRefusal) -> [MigrationFile] {
    throw .onlyTool(title)
  }
}

/// A folder where a tool's migrations are usually kept.
public struct ConventionalFolder: Sendable, Hashable {
  /// The path below a project's folder; empty for the project's folder itself.
  public let path: String
  /// A file that the project's folder must contain, or `nil`.
  public let marker: String?

  /// Creates a conventional folder from its properties.
  public init(_ path: String, marker: String? = nil) {
    self.path = path
    self.marker = marker
  }
}
