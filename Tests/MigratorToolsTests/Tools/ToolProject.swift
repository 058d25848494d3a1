import MigratorEngine
import MigratorSession
@testable import MigratorTools
import MigratorTestSupport

/// A project of a tool in a temporary folder, with a database and migrations.
struct ToolProject {
  let folder: TemporaryFolder
  let tool: any MigrationTool
  /// The prefix of the listed files; `nil` for all files.
  var stem: String?

  /// Creates a project.
  ///
  /// The keys of `files` are paths below `migrations/`. The SQL fills the database.
  init(_ tool: any MigrationTool, files: [String: String], sql: String = "") throws {
    self.tool = tool
    folder = try TemporaryFolder()
    for (name, text) in files { try folder.write("migrations/\(name)", text) }
    try folder.makeDatabase(sql: sql)
  }

  var databasePath: String { folder.path("app.sqlite") }

  func tree() throws -> FolderTree {
    try FolderTree(path: folder.path("migrations"), stem: stem)
  }

  /// Re-reads the migrations, all of which must be usable.
  func toolFolder() throws -> ToolFolder {
    let read = try ToolFolder(tool: tool, folder: tree())
    if let failure = read.failure { throw failure }
    return read
  }

  /// Re-reads the migrations, some of which may be unusable.
  private func migrator() throws -> DatabaseMigrator {
    try ToolFolder(tool: tool, folder: tree()).migrator()
  }

  func status() throws -> StatusReport {
    let inspection = try DatabaseInspection(path: databasePath)
    defer { try? inspection.close() }
    return try inspection.status(of: migrator())
  }

  func states() throws -> [String: MigrationStatus.State] {
    Dictionary(
      try status().migrations.map { ($0.identifier, $0.state) }, uniquingKeysWith: { $1 })
  }

  @discardableResult
  func step() throws -> StepReport? {
    let queue = try DatabaseQueue(path: databasePath)
    defer { try? queue.close() }
    return try migrator().step(queue)
  }

  func stepAll() throws {
    while let report = try step() {
      if let failure = report.failure { throw Failed(message: failure.message) }
    }
  }

  struct Failed: Error { let message: String }

  /// Runs statements on the database from another connection.
  func sql(_ text: String) throws {
    let queue = try DatabaseQueue(path: databasePath)
    defer { try? queue.close() }
    try queue.write { try $0.execute(sql: text) }
  }

  /// Returns the rows of a query in the format of SQLite's shell, with NULL as `NULL`.
  func rows(_ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: databasePath)
    defer { try? queue.close() }
    return try queue.read { db in
      try Row.fetchAll(db, sql: sql).map { row in
        row.databaseValues.map(\.sqlLiteral).joined(separator: "|")
      }
    }
  }

  /// Clears the failed state and returns the statements that did so.
  @discardableResult
  func clear() throws -> [String] {
    try repair(.clearFailures)
  }

  /// Records the current checksum of a migration and returns the statements that did so.
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

  func notes() throws -> [String] { tool.notes(on: try tree()) }

  func ledgerEvidence() throws -> LedgerEvidence? {
    let queue = try DatabaseQueue(path: databasePath)
    defer { try? queue.close() }
    return tool.ledger(in: try queue.read { try DatabaseTables($0) })
  }

  /// The paths of the files for a new migration on 21 November 2026 at 13:22:38.
  func newFiles(_ title: String) throws -> [String] {
    let project = try toolFolder()
    return try tool.newFiles(
      title: title, in: try tree(), after: project.migrations,
      now: Timestamp(nanoseconds: 1_795_267_358_000_000_000)
    ).map(\.path)
  }
}

extension MigrationTool {
  func newFiles(
    title: String, in folder: FolderTree, after existing: [ToolMigration], now: Timestamp
  ) throws -> [MigrationFile] {
    try newFiles(for: NewMigration(title: title, folder: folder, existing: existing, now: now))
  }
}
