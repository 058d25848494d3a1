import MigratorEngine
import MigratorSession
import MigratorTools
import MigratorTestSupport

struct SessionFixture {
  let folder: TemporaryFolder
  var backupPolicy = BackupPolicy()
  var history = HistoryLocation.user
  var path: String { folder.path("app.sqlite") }

  init(wal: Bool = false) throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: (wal ? "PRAGMA journal_mode = WAL;" : "") + """
        CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL, motto TEXT);
        INSERT INTO club VALUES (1, 'Rovers', NULL), (2, 'United', 'Onward'), (3, 'Town', NULL);
        """)
  }

  func write(_ name: String, _ sql: String) throws {
    try folder.write("Migrations/\(name).sql", sql)
  }

  var session: MigrationSession {
    MigrationSession(
      database: path,
      migrations: ProjectSource(databasePath: path, currentFolder: folder.path("nowhere")),
      backups: backupPolicy, history: history)
  }

  /// Applies the pending migrations in the scope and accepts all losses.
  @discardableResult
  func step(_ scope: MigrationScope = .next) throws -> StepOutcome {
    let prepared = try prepared(scope)
    let outcome = session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    if let error = outcome.error { throw error }
    return outcome
  }

  func dump(_ file: String? = nil) throws -> [String] {
    try DatabaseBackup.inspect(file ?? path) { inspection in
      let objects = try inspection.schema().objects
      let tables = objects.filter { $0.kind == .table }.map(\.name)
      let rows = try tables.flatMap { table in
        try inspection.read { db in
          // SQLite formats the rows, because there are tens of thousands.
          let columns = try db.makeStatement(sql: "SELECT * FROM \"\(table)\"").columnNames
          let values = columns.map(\.quotedDatabaseIdentifier).map {
            // `quote` ends a string at its first NUL.
            "CASE typeof(\($0)) WHEN 'text' THEN '#' || hex(\($0)) ELSE quote(\($0)) END"
          }
          return try String.fetchAll(
            db,
            sql:
              "SELECT ? || \(values.joined(separator: " || ', ' || ")) FROM \"\(table)\" ORDER BY 1",
            arguments: ["\(table): "])
        }
      }
      return objects.map { "\($0.name) \($0.sql ?? "")" } + rows
    }
  }

  func prepared(
    _ scope: MigrationScope = .next, known: SessionDryRun? = nil,
    rehearsal: MigrationSession.DryRunPolicy = .required
  ) throws -> PreparedStep {
    switch try session.prepareStep(scope, known: known, rehearsal: rehearsal) {
    case .ready(let prepared): return prepared
    case .nothingPending: throw Unprepared.nothing
    case .failed(_, let dryRun): throw Unprepared.failed(dryRun.report.failure)
    }
  }

  enum Unprepared: Error {
    case nothing
    case failed(MigrationFailure?)
  }

  func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  func strings(_ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: sql) }
  }

  var applied: [String] {
    get throws {
      let names = try strings("SELECT name FROM sqlite_master WHERE name = 'grdb_migrations'")
      return names.isEmpty
        ? [] : try strings("SELECT identifier FROM grdb_migrations ORDER BY rowid")
    }
  }

  var backups: [String] { folder.names().filter { $0.contains(".before-") }.sorted() }
}

extension SessionFixture {
  /// Prepares a migration, and returns the phrases of its losses and their descriptions.
  static func lossesOfMigration(
    _ schema: String, _ migration: String
  ) throws -> (phrases: [String], lines: [String], fixture: SessionFixture) {
    let fixture = try SessionFixture()
    try fixture.execute(schema)
    try fixture.write("001_it", migration)
    let prepared = try fixture.prepared()
    return (prepared.agreements.map(\.phrase), prepared.losses.lines().map(\.plain), fixture)
  }
}
