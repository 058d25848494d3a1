import MigratorSQLite
import Testing

struct IndexReadingTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE player (
            id INTEGER PRIMARY KEY, email TEXT UNIQUE, name TEXT, score INT, code TEXT);
          CREATE INDEX player_on_name ON player(name, score);
          CREATE UNIQUE INDEX player_on_code ON player(code) WHERE score > 0;
          CREATE INDEX player_on_lower ON player(lower(name));
          CREATE TABLE pair (a, b, PRIMARY KEY (b, a));
          CREATE TABLE bare (x);
          CREATE VIEW everyone AS SELECT * FROM player;
          CREATE TRIGGER watch AFTER INSERT ON player BEGIN SELECT 1; END;
          CREATE VIRTUAL TABLE words USING fts5(word);
          CREATE TEMP TABLE pair (c UNIQUE);
          ATTACH ':memory:' AS "other one";
          CREATE TABLE "other one".far (id INTEGER PRIMARY KEY, x);
          CREATE INDEX "other one".far_on_x ON far(x);
          """)
    }
  }

  @Test func `indexes are read with columns and origin, except indexes on expressions`() throws {
    let indexes = try queue.read { try $0.indexes(on: "PLAYER") }
    #expect(
      indexes.map(\.name) == [
        "player_on_code", "player_on_name", "sqlite_autoindex_player_1",
      ])
    #expect(indexes.map(\.columns) == [["code"], ["name", "score"], ["email"]])
    #expect(indexes.map(\.isUnique) == [true, false, true])
    #expect(indexes.map(\.isPartial) == [true, false, false])
    #expect(indexes.map(\.origin) == [.createIndex, .createIndex, .uniqueConstraint])
    #expect(try queue.read { try $0.indexes(on: "bare") } == [])
    #expect(
      try queue.read { try $0.indexes(on: "pair", in: "main").map(\.origin) }
        == [.primaryKeyConstraint])
  }

  @Test func `a table is looked up in temp, main and attached databases`() throws {
    try queue.read { db throws in
      #expect(try db.indexes(on: "pair").map(\.columns) == [["c"]])
      #expect(try db.indexes(on: "pair", in: "MAIN").map(\.columns) == [["b", "a"]])
      #expect(try db.indexes(on: "far").map(\.name) == ["far_on_x"])
      #expect(try db.columns(in: "far").map(\.name) == ["id", "x"])
      #expect(try db.columns(in: "far", in: "other one").map(\.name) == ["id", "x"])
      #expect(try db.primaryKey("far", in: "Other One").rowIDColumn == "id")
      #expect(try db.foreignKeys(on: "far", in: "other one") == [])
      let calls: [(String?) throws -> Void] = [
        { _ = try db.indexes(on: "missing", in: $0) },
        { _ = try db.columns(in: "missing", in: $0) },
        { _ = try db.primaryKey("missing", in: $0) },
        { _ = try db.foreignKeys(on: "missing", in: $0) },
      ]
      for call in calls {
        let table = #expect(throws: DatabaseError.self) { try call(nil) }
        #expect(table?.message == "no such table: missing")
        let schema = #expect(throws: DatabaseError.self) { try call("nowhere") }
        #expect(schema?.message == "no such schema: nowhere")
        let inMain = #expect(throws: DatabaseError.self) { try call("main") }
        #expect(inMain?.message == "no such table: missing")
      }
    }
  }

  @Test
  func `the unique keys are the primary key, the rowid and unique indexes on all rows`() throws {
    try queue.read { db throws in
      #expect(try db.table("player", hasUniqueKey: ["ID"]))
      #expect(try db.table("player", hasUniqueKey: ["rowid"]))
      #expect(try db.table("player", hasUniqueKey: ["email"]))
      #expect(try db.table("player", hasUniqueKey: ["code"]) == false)
      #expect(try db.table("player", hasUniqueKey: ["name", "score"]) == false)
      #expect(try db.table("player", hasUniqueKey: ["name", "Email"]))
      #expect(try db.table("player", hasUniqueKey: ["name", "rowid"]))
      #expect(try db.table("player", hasUniqueKey: [String]()) == false)
      #expect(try db.table("everyone", hasUniqueKey: ["id"]) == false)
    }
  }

  @Test func `the rowid is distinguished from a column named rowid`() throws {
    try queue.writeWithoutTransaction { db throws in
      try db.execute(sql: "CREATE TABLE sly (rowid TEXT PRIMARY KEY)")
      #expect(try db.primaryKey("sly").isRowID == false)
      #expect(try db.primaryKey("sly").columns == ["rowid"])
      #expect(try db.primaryKey("bare").isRowID)
      #expect(try db.primaryKey("player").isRowID)
      let error = #expect(throws: DatabaseError.self) { try db.primaryKey("everyone") }
      #expect(error?.message == "database view everyone has no primary key")
    }
  }

  @Test func `columns match SELECT *, and triggers and internal tables are recognized`() throws {
    try queue.read { db throws in
      #expect(try db.columns(in: "words").map(\.name) == ["word"])
      #expect(try db.triggerExists("WATCH"))
      #expect(try db.triggerExists("watch", in: "temp") == false)
      #expect(try db.triggerExists("player") == false)
      #expect(try db.schemaVersion() > 0)
    }
    #expect(Database.isSQLiteInternalTable("sqlite_stat1"))
    #expect(Database.isGRDBInternalTable("grdb_migrations"))
    #expect(!Database.isSQLiteInternalTable("player") && !Database.isGRDBInternalTable("player"))
  }
}
