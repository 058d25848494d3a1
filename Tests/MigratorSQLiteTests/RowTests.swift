import MigratorSQLite
import Testing

struct RowTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE player (id INTEGER PRIMARY KEY, teamId INTEGER, name TEXT, score INTEGER);
          INSERT INTO player VALUES (1, 2, 'O''Brien', 1000), (2, NULL, 'Barbara', 1500);
          """)
    }
  }

  @Test func `a row is described as in violation messages`() throws {
    let row = try queue.read { try Row.fetchOne($0, sql: "SELECT * FROM player") }
    #expect(row?.description == #"[id:1 teamId:2 name:"O'Brien" score:1000]"#)
  }

  @Test func `a row can be used after its cursor and its connection are closed`() throws {
    let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM player ORDER BY id") }
    try queue.close()
    #expect(rows.map { $0["name"] as String } == ["O'Brien", "Barbara"])
    #expect(rows.map { $0["teamId"] as Int? } == [2, nil])
    #expect(rows.map { $0[3] as Int } == [1000, 1500])
  }

  @Test func `an optional is nil for NULL and for a missing column`() throws {
    let row = try #require(
      try queue.read { try Row.fetchOne($0, sql: "SELECT NULL AS a, 'text' AS b") })
    #expect(row["a"] as Int? == nil)
    #expect(throws: RowDecodingError.self) { try row.decode(Int?.self, forColumn: "b") }
    #expect(row["c"] as Int? == nil)
    #expect(row["B"] as String? == "text")
    #expect((row["c"] ?? 7) == 7)
  }

  @Test func `decoding throws an error that names the column`() throws {
    let row = try #require(try queue.read { try Row.fetchOne($0, sql: "SELECT 'text' AS b") })
    #expect(throws: RowDecodingError.self) { try row.decode(Int.self, forColumn: "c") }
    #expect(throws: RowDecodingError.self) { try row.decode(Int.self, atIndex: 1) }
    #expect(try row.decode(String.self, atIndex: 0) == "text")
    let error = #expect(throws: RowDecodingError.self) { try row.decode(Int.self, forColumn: "b") }
    #expect(
      error?.description
        == #"could not decode Int from database value "text" - column: "b", column index: 0, row: [b:"text"]"#
    )
  }

  @Test func `a duplicate column name refers to its first column`() throws {
    let row = try #require(try queue.read { try Row.fetchOne($0, sql: "SELECT 1 AS a, 2 AS a") })
    #expect(row["a"] as Int == 1)
    #expect(row.columnNames == ["a", "a"])
    #expect(row.count == 2)
  }

  @Test func `values are fetched singly, as an array and as a set`() throws {
    try queue.read { db throws in
      #expect(
        try String.fetchAll(db, sql: "SELECT name FROM player ORDER BY 1")
          == ["Barbara", "O'Brien"])
      #expect(try Int.fetchOne(db, sql: "SELECT max(score) FROM player") == 1500)
      #expect(try Int.fetchOne(db, sql: "SELECT id FROM player WHERE 0") == nil)
      #expect(try Int.fetchOne(db, sql: "SELECT NULL") == nil)
      #expect(try Int?.fetchAll(db, sql: "SELECT teamId FROM player ORDER BY id") == [2, nil])
      #expect(try Int.fetchSet(db, sql: "SELECT 1 UNION ALL SELECT 1") == [1])
      #expect(throws: RowDecodingError.self) {
        try Int.fetchAll(db, sql: "SELECT teamId FROM player ORDER BY id")
      }
    }
  }

  @Test func `a cursor fetches no more rows than requested`() throws {
    try queue.read { db in
      let endless =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
      let cursor = try Int.fetchCursor(db, sql: endless).map { $0 * 10 }
      #expect(try cursor.next() == 10)
      #expect(try cursor.next() == 20)
    }
  }

  @Test func `a cursor at its end remains there`() throws {
    try queue.read { db in
      let cursor = try Row.fetchCursor(db, sql: "SELECT id FROM player ORDER BY id")
      var seen: [Int] = []
      try cursor.forEach { seen.append($0[0]) }
      #expect(seen == [1, 2])
      #expect(try cursor.isEmpty())
      #expect(try cursor.next() == nil)
    }
  }

  @Test func `a statement can be run again with other arguments`() throws {
    try queue.read { db in
      let statement = try db.makeStatement(sql: "SELECT name FROM player WHERE id = ?")
      #expect(try Row.fetchCursor(statement, arguments: [1]).next()?[0] == "O'Brien")
      #expect(try Row.fetchCursor(statement, arguments: [2]).next()?[0] == "Barbara")
      #expect(try Row.fetchCursor(statement).next()?[0] == "Barbara")
      #expect(statement.isReadonly)
      #expect(statement.columnCount == 1)
      #expect(statement.parameterCount == 1)
    }
  }
}
