import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport

/// A project of a tool in a temporary folder: a database and its migrations.
struct ToolProject {
  let folder: TemporaryFolder
  let tool: any MigrationTool
  /// What the files of the folder that are listed begin with; `nil` for all.
  var stem: String?

  /// Makes a project of the files of `migrations/`, by their paths below it, and of a database that
  /// SQL fills.
  init(_ tool: any MigrationTool, files: [String: String], sql: String = "") throws {
    self.tool = tool
    folder = try TemporaryFolder()
    for (name, text) in files { try folder.write("migrations/\(name)", text) }
    try folder.makeDatabase(sql: sql)
  }

  var databasePath: String { folder.path("app.sqlite") }

  /// The folder of migrations, read anew.
  func tree() throws -> FolderTree {
    try FolderTree(path: folder.path("migrations"), stem: stem)
  }

  /// The migrations, read anew, all of which can be used.
  func toolFolder() throws -> ToolFolder {
    let read = try ToolFolder(tool: tool, folder: tree())
    if let failure = read.failure { throw failure }
    return read
  }

  /// The states as `mark identifier`, in the order of the list.
  func status() throws -> StatusReport {
    let inspection = try DatabaseInspection(path: databasePath)
    defer { try? inspection.close() }
    return try inspection.status(of: toolFolder().migrator())
  }

  /// The states of the migrations, by identifier.
  func states() throws -> [String: MigrationStatus.State] {
    Dictionary(
      try status().migrations.map { ($0.identifier, $0.state) }, uniquingKeysWith: { $1 })
  }

  /// Applies the next migration.
  @discardableResult
  func step() throws -> StepReport? {
    let queue = try DatabaseQueue(path: databasePath)
    defer { try? queue.close() }
    return try toolFolder().migrator().step(queue)
  }

  /// Applies all migrations that are pending.
  func stepAll() throws {
    while let report = try step() {
      if let failure = report.failure { throw Failed(message: failure.message) }
    }
  }

  struct Failed: Error { let message: String }

  /// Runs statements on the database, as somebody else would.
  func sql(_ text: String) throws {
    let queue = try DatabaseQueue(path: databasePath)
    defer { try? queue.close() }
    try queue.write { try $0.execute(sql: text) }
  }

  /// The rows of a query, each as SQLite's shell would write them, NULL as `NULL`.
  func rows(_ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: databasePath)
    defer { try? queue.close() }
    return try queue.read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map(\.sqlLiteral).joined(separator: "|")
      }
    }
  }

  /// Takes the sign of a failure away, and returns the statements that did.
  @discardableResult
  func clear() throws -> [String] {
    try repair(.clearFailures)
  }

  /// Puts the present checksum of a migration into the ledger, and returns the statements that did.
  @discardableResult
  func accept(_ identifier: String) throws -> [String] {
    try repair(.acceptChecksum(identifier))
  }

  private func repair(_ change: LedgerChange) throws -> [String] {
    let ledger = try toolFolder().ledger
    let queue = try DatabaseQueue(path: databasePath)
    defer { try? queue.close() }
    return try queue.write { db in
      let statements = ledger.statements(for: change, try ledger.rows(db), .now())
      for statement in statements { try db.execute(sql: statement) }
      return statements
    }
  }

  /// What an operator should know of the folder.
  func notes() throws -> [String] { tool.notes(on: try tree()) }

  /// What the tool finds in the database.
  func ledgerEvidence() throws -> LedgerEvidence? {
    let queue = try DatabaseQueue(path: databasePath)
    defer { try? queue.close() }
    return tool.ledger(in: try queue.read { try DatabaseTables($0) })
  }

  /// The paths of the files of a new migration, on 21 November 2026 at 13:22:38.
  func newFiles(_ title: String) throws -> [String]? {
    let project = try toolFolder()
    return tool.newFiles(
      title: title, in: try tree(), after: project.migrations,
      now: Timestamp(nanoseconds: 1_795_267_358_000_000_000))?.map(\.path)
  }
}

extension MigrationTool {
  /// The files of a new migration.
  func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) -> [NewFile]? {
    newFiles(for: NewMigration(title: title, folder: folder, existing: existing, now: now))
  }
}
