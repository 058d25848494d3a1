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
  /// - Parameter tables: The tables and their columns, of those that ``ledgerHints`` tell of.
  /// - Returns: The ledger found, or `nil`. Where several tables fit, the one with the tool's own
  ///   name.
  func ledger(in tables: DatabaseTables) -> LedgerEvidence?

  /// By what the tables are told that ``ledger(in:)`` looks at; `nil` where it may look at any, so that the columns
  /// of all tables are read.
  var ledgerHints: LedgerHints? { get }

  /// Looks for the tool's files in a folder.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: What was found, or `nil` when nothing in it looks like the tool's.
  func evidence(in folder: FolderTree) -> FolderEvidence?

  /// Reads a folder: its migrations in the order the tool runs them, and the ledger that knows them.
  ///
  /// - Parameters:
  ///   - folder: The folder, or `nil` when there is none and only the ledger can be shown.
  ///   - table: The name of the ledger's table where it is not the tool's own.
  /// - Returns: The migrations, of which those that nobody but the tool can run come as
  ///   ``ToolMigration/Body/unavailable(_:)``, and those whose files cannot be used as
  ///   ``ToolMigration/Body/unusable(_:text:)``; and the ledger, which knows their files.
  /// - Throws: `SourceFailure` with every problem, where there is one for which the tool itself would refuse
  ///   the folder, or which leaves open what the migrations are called or how they are sorted.
  func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger)

  /// What an operator should know of the folder: files that were left out, and why.
  ///
  /// - Parameter folder: The folder.
  /// - Returns: Sentences.
  func notes(on folder: FolderTree) -> [String]

  /// How the tool treats foreign keys while a migration runs, where it has a rule of its own; `nil`
  /// where it has none, and migrations run with foreign keys off and are checked for new violations.
  var foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? { get }

  /// Whether the tool's own connections enforce foreign keys while a migration runs, so that a table
  /// made anew may cost rows of the tables that refer to it.
  var enforcesForeignKeys: Bool { get }

  /// Whether the ledger records the last migration alone, so that whatever is before it counts as
  /// applied, be it run or not.
  var recordsOnlyLast: Bool { get }

  /// Whether the tool reads all files before it runs one, so that one that cannot be used lets it run
  /// none; otherwise it reads each when its turn comes, and those before it can be run.
  var readsAllFiles: Bool { get }

  /// Names the next migration in the style of the folder, for `migtui new`.
  ///
  /// - Parameter new: What it is to do, and what is there.
  /// - Returns: The files to make, or `nil` when only the tool can make one.
  func newFiles(for new: NewMigration) -> [NewFile]?

  /// What is to be done once the text of a new file is written, in a sentence; `nil` for nothing.
  var afterWriting: String? { get }

  /// Where projects of the tool keep their migrations by habit.
  var habits: [FolderHabit] { get }
}

extension MigrationTool {
  /// It may be any table.
  public var ledgerHints: LedgerHints? { nil }

  /// No rule of its own.
  public var foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? { nil }

  /// They do not, as far as is known.
  public var enforcesForeignKeys: Bool { false }

  /// There is a record for each.
  public var recordsOnlyLast: Bool { false }

  /// It does, as far as is known.
  public var readsAllFiles: Bool { true }

  /// Nothing to know.
  public func notes(on folder: FolderTree) -> [String] { [] }

  /// Nowhere that others do not.
  public var habits: [FolderHabit] { [] }

  /// Nothing is to be done.
  public var afterWriting: String? { nil }

  /// Only the tool can make one.
  public func newFiles(for new: NewMigration) -> [NewFile]? { nil }
}

/// A folder in which a tool's migrations are looked for.
public struct FolderHabit: Sendable, Hashable {
  /// The path below the folder of a project; empty for that folder itself.
  public let path: String
  /// A file that the project's folder must have for it.
  public let marker: String?

  /// Creates a habit; the parameters are the properties.
  public init(_ path: String, marker: String? = nil) {
    self.path = path
    self.marker = marker
  }
}

/// A file that `migtui new` writes.
public struct NewFile: Sendable, Hashable {
  /// The path below the migrations' folder.
  public let path: String
  /// What stands above its statements.
  let head: String
  /// What stands below them, such as the remark at which the way down begins.
  let tail: String
  /// Its text, without statements.
  public var text: String { head + tail }

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: The path below the migrations' folder.
  ///   - text: What stands above its statements.
  ///   - tail: What stands below them.
  public init(path: String, text: String, below tail: String = "") {
    self.path = path
    head = text
    self.tail = tail
  }

  /// The text with statements.
  func text(with sql: String) -> String {
    var above = head[...]
    while above.last?.isNewline == true { above.removeLast() }
    return (above.isEmpty ? "" : "\(above)\n") + "\(sql)\n" + (tail.isEmpty ? "" : "\n\(tail)")
  }
}
