import MigratorSQLite
import Testing

struct StatementTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE t (a, b UNIQUE)") }
  }

  private func rows() throws -> [String] {
    try queue.read {
      try Row.fetchAll($0, sql: "SELECT * FROM t ORDER BY rowid").map(\.description)
    }
  }

  @Test func `arguments are distributed among the statements of a script`() throws {
    try queue.write { db in
      try db.execute(
        sql: "INSERT INTO t VALUES (?, ?); INSERT INTO t VALUES (?, ?)",
        arguments: [1, "x", nil, 2])
      try db.execute(
        sql: "INSERT INTO t VALUES (:a, $b); UPDATE t SET a = :a WHERE b = @b",
        arguments: ["a": 9, "b": 8])
      #expect(db.lastInsertedRowID == 3)
      #expect(db.changesCount == 1)
      #expect(db.totalChangesCount == 4)
    }
    #expect(try rows() == [#"[a:1 b:"x"]"#, "[a:NULL b:2]", "[a:9 b:8]"])
  }

  @Test func `fetching a single row from a write fails if the write cannot be committed`() throws {
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE parent (id INTEGER PRIMARY KEY);
          CREATE TABLE child (p REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
          """)
      let orphan = "INSERT INTO child VALUES (1) RETURNING p"
      let value = #expect(throws: DatabaseError.self) { try Int.fetchOne(db, sql: orphan) }
      let row = #expect(throws: DatabaseError.self) { try Row.fetchOne(db, sql: orphan) }
      #expect([value, row].map { $0?.resultCode } == [.SQLITE_CONSTRAINT, .SQLITE_CONSTRAINT])
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM child") == 0)
      let parents = "INSERT INTO parent VALUES (1), (2) RETURNING id"
      #expect(try Int.fetchOne(db, sql: parents) == 1)
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM parent") == 2)
    }
  }

  @Test(arguments: [
    ("INSERT INTO t VALUES (?, ?)", [1]), ("INSERT INTO t VALUES (?, 1)", [1, 2]),
    ("DELETE FROM t", [1]), ("SELECT ?", []),
  ])
  func `a wrong number of arguments is refused`(_ sql: String, _ values: [Int]) throws {
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: sql, arguments: StatementArguments(values)) }
    }
    #expect(error?.resultCode == .SQLITE_MISUSE)
    #expect(error?.message == "wrong number of statement arguments: \(values.count)")
  }

  @Test func `the error names a missing argument`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: "SELECT :a, :b", arguments: ["a": 1]) }
    }
    #expect(error?.message == "missing statement argument: b")
  }

  @Test func `an error contains its code, extended code, message and statement`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { db in
        try db.execute(
          sql: "INSERT INTO t VALUES (1, 1);\n  INSERT INTO t VALUES (2, 1) ;  SELECT 1")
      }
    }
    #expect(error?.resultCode == .SQLITE_CONSTRAINT)
    #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
    #expect(
      error?.description == "SQLite error 19: UNIQUE constraint failed: t.b - while executing "
        + "`INSERT INTO t VALUES (2, 1)`")
    #expect(try rows().isEmpty)
  }

  @Test func `a syntax error contains its offset`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try queue.read { try $0.makeStatement(sql: "SELECT * FORM t") }
    }
    #expect(error?.message == #"near "FORM": syntax error"#)
    #expect(error?.offset == 9)
    #expect(error?.sql == "SELECT * FORM t")
  }

  @Test func `errors can be caught by their result codes`() throws {
    func caught(_ sql: String) -> String {
      do {
        try queue.write { try $0.execute(sql: sql) }
        return "none"
      } catch DatabaseError.SQLITE_CONSTRAINT_NOTNULL {
        return "not null"
      } catch ResultCode.SQLITE_CONSTRAINT {
        return "constraint"
      } catch DatabaseError.SQLITE_ERROR {
        return "error"
      } catch {
        return "other"
      }
    }
    #expect(caught("CREATE TABLE n (a NOT NULL); INSERT INTO n VALUES (NULL)") == "not null")
    #expect(caught("INSERT INTO t VALUES (1, 1), (2, 1)") == "constraint")
    #expect(caught("SELECT * FROM missing") == "error")
    #expect(caught("SELECT 1") == "none")
  }

  @Test func `a primary result code matches its extended codes, but not the reverse`() {
    #expect(ResultCode.SQLITE_CONSTRAINT ~= ResultCode.SQLITE_CONSTRAINT_UNIQUE)
    #expect(!(ResultCode.SQLITE_CONSTRAINT_UNIQUE ~= ResultCode.SQLITE_CONSTRAINT))
    #expect(ResultCode.SQLITE_READONLY_ROLLBACK.rawValue == 776)
    #expect(ResultCode.SQLITE_BUSY.description == "5 (database is locked)")
  }

  @Test(arguments: ["", " ", "-- nothing\n", ";;"])
  func `running a blank script does nothing, and compiling it is an error`(_ sql: String) throws {
    try queue.write { try $0.execute(sql: sql) }
    #expect(throws: DatabaseError.self) { try queue.read { try $0.makeStatement(sql: sql) } }
  }

  @Test func `compiling two statements as one is an error`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try queue.read { try $0.makeStatement(sql: "SELECT 1; SELECT 2") }
    }
    #expect(error?.resultCode == .SQLITE_MISUSE)
  }

  @Test func `a statement returns columns added after it was compiled`() throws {
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "INSERT INTO t VALUES (1, 2)")
      let statement = try db.makeStatement(sql: "SELECT * FROM t")
      #expect(try Row.fetchCursor(statement).next()?.description == "[a:1 b:2]")
      try db.execute(sql: "ALTER TABLE t ADD COLUMN c DEFAULT 3")
      #expect(try Row.fetchCursor(statement).next()?.description == "[a:1 b:2 c:3]")
    }
  }
}
