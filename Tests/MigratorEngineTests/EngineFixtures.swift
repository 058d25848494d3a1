import MigratorEngine
import MigratorTestSupport

/// A database of players and teams in its own folder.
struct LeagueFixture {
  let folder: TemporaryFolder
  let queue: DatabaseQueue
  var path: String { folder.path("league.sqlite") }

  init(
    _ sql: String = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE player (
      id INTEGER PRIMARY KEY,
      teamId INTEGER REFERENCES team(id) ON DELETE CASCADE,
      name TEXT NOT NULL);
    INSERT INTO team VALUES (1, 'Reds'), (2, 'Blues');
    INSERT INTO player VALUES (1, 1, 'Ada'), (2, 1, 'Ben'), (3, 2, 'Cléo');
    """, configuration: Configuration = Configuration()
  ) throws {
    folder = try TemporaryFolder()
    queue = try DatabaseQueue(
      path: folder.path("league.sqlite"), configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }
}

extension DatabaseReader {
  func count(_ sql: String) throws -> Int {
    try read { try Int.fetchOne($0, sql: sql) ?? -1 }
  }

  func strings(_ sql: String) throws -> [String] {
    try read { try String.fetchAll($0, sql: sql) }
  }

  func ledger() throws -> [String] {
    try strings("SELECT identifier FROM grdb_migrations ORDER BY rowid")
  }

  func foreignKeysAreOn() throws -> Bool {
    try read { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") ?? false }
  }
}

extension DatabaseMigrator {
  /// Registers SQL migrations under file names made from their identifiers.
  init(_ scripts: KeyValuePairs<String, String>, foreignKeyChecks: ForeignKeyChecks = .deferred) {
    self.init()
    for (identifier, sql) in scripts {
      registerMigration(
        identifier, foreignKeyChecks: foreignKeyChecks,
        script: SQLScript(file: "\(identifier).sql", text: sql))
    }
  }
}

struct BodyError: Error, Equatable {}
