import MigratorSQLite
import MigratorTestSupport
import Testing

struct EraseTests {
  private static let sql = """
    PRAGMA user_version = 7; PRAGMA application_id = 8;
    CREATE TABLE team (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE);
    CREATE TABLE player (id INTEGER PRIMARY KEY, teamId INTEGER NOT NULL REFERENCES team(id));
    CREATE TABLE "odd ""name" (a PRIMARY KEY) WITHOUT ROWID;
    CREATE INDEX player_on_teamId ON player(teamId);
    CREATE VIEW everyone AS SELECT * FROM player;
    CREATE VIEW broken AS SELECT * FROM nowhere;
    CREATE TRIGGER guard BEFORE DELETE ON player BEGIN SELECT RAISE(ABORT, 'no'); END;
    CREATE VIRTUAL TABLE words USING fts5(word);
    INSERT INTO words VALUES ('hello');
    INSERT INTO team (name) VALUES ('Reds');
    INSERT INTO player (teamId) VALUES (1);
    ANALYZE;
    """

  @Test(arguments: ["delete", "wal"], [512, 4096])
  func `everything is erased, and the file can be reused`(_ mode: String, _ size: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      journalMode: mode, sql: "PRAGMA page_size = \(size); VACUUM;" + Self.sql)
    let queue = try DatabaseQueue(path: path)
    try queue.erase()
    try queue.read { db throws in
      #expect(try db.objectNames().filter { $0 != "sqlite_sequence" } == [])
      #expect(try db.userVersion() == 0)
      #expect(try db.get(pragma: "application_id", as: Int.self) == 0)
      #expect(try db.get(pragma: "journal_mode", as: String.self) == mode)
      #expect(try db.get(pragma: "foreign_keys", as: Bool.self) == true)
      #expect(try db.get(pragma: "freelist_count", as: Int.self) == 0)
      #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
    }
    try queue.write { try $0.execute(sql: Self.sql) }
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT max(id) FROM team") } == 1)
  }

  @Test func `other connections see either the previous contents or an empty database`() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path("app.sqlite"))
    try pool.writeWithoutTransaction { try $0.execute(sql: Self.sql) }
    let other = try DatabaseQueue(path: folder.path("app.sqlite"))
    try other.read { db in
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM player") == 1)
      try pool.erase()
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM player") == 1)
    }
    #expect(try other.read { try $0.tableExists("player") } == false)
    #expect(try pool.read { try $0.tableExists("player") } == false)
  }

  @Test func `erasing inside a transaction is refused`() throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { try $0.execute(sql: Self.sql) }
    let error = #expect(throws: DatabaseError.self) { try queue.write { try $0.erase() } }
    #expect(error?.message == "a database cannot be erased inside a transaction")
    #expect(try queue.read { try $0.tableExists("player") })
  }

  @Test func `a database that cannot be erased is unchanged`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: Self.sql)
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let reader = try DatabaseQueue(path: path)
    try reader.read { db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM player")
      let error = #expect(throws: DatabaseError.self) { try queue.erase() }
      #expect(error?.resultCode == .SQLITE_BUSY)
    }
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM player") } == 1)
    #expect(try queue.read { try $0.get(pragma: "foreign_keys", as: Bool.self) } == true)
  }
}
