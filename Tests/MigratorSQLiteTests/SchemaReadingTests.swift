@testable import MigratorSQLite
import Testing

struct SchemaReadingTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'x');
          CREATE TABLE pair (a TEXT, b INT, c, d AS (b + 1), PRIMARY KEY (b, a)) WITHOUT ROWID;
          CREATE TABLE code (k TEXT PRIMARY KEY, k2 UNIQUE);
          CREATE TABLE bare (x);
          CREATE TABLE child (
            id INTEGER PRIMARY KEY, teamId INT REFERENCES team ON DELETE CASCADE,
            pairA, pairB, missing REFERENCES nowhere(id),
            FOREIGN KEY (pairB, pairA) REFERENCES pair (b, a) ON UPDATE SET NULL);
          CREATE VIEW everyone AS SELECT name FROM team;
          CREATE TEMP TABLE team (other);
          """)
    }
  }

  @Test func `primary keys are read with and without a rowid`() throws {
    try queue.read { db throws in
      #expect(
        try db.primaryKey("team", in: "main")
          == PrimaryKeyInfo(columns: ["id"], tableHasRowID: true, rowIDColumn: "id"))
      #expect(
        try db.primaryKey("PAIR")
          == PrimaryKeyInfo(columns: ["b", "a"], tableHasRowID: false, rowIDColumn: nil))
      #expect(
        try db.primaryKey("code")
          == PrimaryKeyInfo(columns: ["k"], tableHasRowID: true, rowIDColumn: nil))
      #expect(
        try db.primaryKey("bare")
          == PrimaryKeyInfo(columns: ["rowid"], tableHasRowID: true, isDeclared: false))
    }
  }

  @Test func `foreign keys are read, and columns that they omit are determined`() throws {
    let keys = try queue.read { try $0.foreignKeys(on: "child") }
    #expect(keys.map(\.destinationTable) == ["pair", "nowhere", "team"])
    #expect(keys.map(\.originColumns) == [["pairB", "pairA"], ["missing"], ["teamId"]])
    #expect(keys.map(\.destinationColumns) == [["b", "a"], ["id"], ["id"]])
    #expect(keys.map(\.onDelete) == ["NO ACTION", "NO ACTION", "CASCADE"])
    #expect(keys.map(\.onUpdate) == ["SET NULL", "NO ACTION", "NO ACTION"])
    #expect(keys.map(\.id) == [0, 1, 2])
    #expect(keys.first?.mapping.map { "\($0.origin)-\($0.destination)" } == ["pairB-b", "pairA-a"])
  }

  @Test func `columns are read with type, default and key`() throws {
    try queue.read { db throws in
      let team = try db.columns(in: "team", in: "main")
      #expect(team.map(\.name) == ["id", "name"])
      #expect(team.map(\.type) == ["INTEGER", "TEXT"])
      #expect(team.map(\.isNotNull) == [false, true])
      #expect(team.map(\.defaultValueSQL) == [nil, "'x'"])
      #expect(try db.columns(in: "team").map(\.name) == ["other"])
      #expect(try db.columns(in: "pair").map(\.isGenerated) == [false, false, false, true])
      #expect(try db.columns(in: "pair").map(\.primaryKeyIndex) == [2, 1, 0, 0])
      #expect(try db.columns(in: "everyone").map(\.name) == ["name"])
    }
  }

  @Test
  func `tables are looked up in temp first, and a missing table is named in the error`() throws {
    try queue.read { db throws in
      #expect(try db.schemaNames() == ["temp", "main"])
      #expect(try db.schemaName(ofTable: "TEAM") == "temp")
      #expect(try db.schemaName(ofTable: "child") == "main")
      #expect(try db.tableExists("everyone") == false)
      #expect(try db.viewExists("everyone"))
      let table = #expect(throws: DatabaseError.self) { try db.foreignKeys(on: "missing") }
      #expect(table?.description == "SQLite error 1: no such table: missing")
      let schema = #expect(throws: DatabaseError.self) { try db.tableExists("team", in: "invalid") }
      #expect(schema?.description == "SQLite error 1: no such schema: invalid")
      #expect(throws: DatabaseError.self) { try db.columns(in: "missing") }
    }
  }
}
