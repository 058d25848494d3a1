import MigratorSQLite
import Testing

struct ScriptRunTests {
  private func script(_ text: String) -> SQLScript { SQLScript(file: "002_add.sql", text: text) }

  @Test func `statements run in order, and the observer is called before each`() throws {
    let queue = try DatabaseQueue()
    let text = "CREATE TABLE a (x);\n-- then\nINSERT INTO a VALUES (1), (2);\nSELECT * FROM a"
    var seen: [String] = []
    let count = try queue.writeWithoutTransaction { db in
      try db.run(script(text)) { statement, index, count in
        let tables = try db.objectNames().count
        seen.append("\(index)/\(count) line \(statement.location.line), \(tables) tables")
      }
    }
    #expect(count == 3)
    #expect(seen == ["0/3 line 1, 0 tables", "1/3 line 3, 1 tables", "2/3 line 4, 1 tables"])
    #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT x FROM a") } == [1, 2])
  }

  @Test(arguments: [
    ("CREATE TABLE a (x);\n  SELECT * FORM a;\n", 2, 12, #"near "FORM": syntax error"#),
    ("SELECT 1;\nSELECT 'é', nosuch FROM sqlite_master", 2, 13, "no such column: nosuch"),
    ("SELECT 1;\n  INSERT INTO missing VALUES (1)", 2, 15, "no such table: missing"),
    (
      "CREATE TABLE a (x NOT NULL);\r\n\r\n INSERT INTO a\n VALUES (NULL);", 3, 2,
      "NOT NULL constraint failed: a.x"
    ),
    (
      "CREATE TRIGGER t AFTER INSERT ON a\n BEGIN SELECT 1 END;", 1, 1,
      "the trigger that begins here has no END;"
    ),
    ("SELECT (1", 1, 1, "incomplete input"),
  ])
  func `an error contains its location in the file`(
    _ text: String, _ line: Int, _ column: Int, _ message: String
  ) throws {
    let queue = try DatabaseQueue()
    let error = #expect(throws: ScriptError.self) {
      try queue.writeWithoutTransaction { try $0.run(script(text)) }
    }
    #expect(error?.description == "002_add.sql:\(line):\(column): \(message)")
  }

  @Test
  func `the error for a script contains SQLite's error and only the failed statement`() throws {
    let queue = try DatabaseQueue()
    let text = "CREATE TABLE a (x UNIQUE);\nINSERT INTO a VALUES (1), (1);\nSELECT 1"
    do {
      try queue.writeWithoutTransaction { _ = try $0.run(script(text)) }
      Issue.record("the script ran")
    } catch DatabaseError.SQLITE_CONSTRAINT_UNIQUE {
      // The pattern matches the error that the script error wraps.
    }
    let error = #expect(throws: ScriptError.self) {
      try queue.writeWithoutTransaction {
        try $0.run(script("SELECT 1; SELECT * FORM a; SELECT 2"))
      }
    }
    #expect(error?.kind == .failed)
    #expect(error?.statement?.sql == "SELECT * FORM a;")
    #expect(error?.underlying?.sql == "SELECT * FORM a;")
    #expect(error?.underlying?.offset == 9)
  }

  @Test func `a script that cannot be split runs nothing`() throws {
    let queue = try DatabaseQueue()
    #expect(throws: ScriptError.self) {
      try queue.writeWithoutTransaction { try $0.run(script("CREATE TABLE a (x); SELECT 'oops")) }
    }
    #expect(try queue.read { try $0.objectNames().isEmpty })
  }

  @Test(arguments: [":name", "?", "?1", "$a", "@b"])
  func `a parameter is refused, not bound to NULL`(_ parameter: String) throws {
    let queue = try DatabaseQueue()
    let error = #expect(throws: ScriptError.self) {
      try queue.writeWithoutTransaction {
        try $0.run(script("CREATE TABLE a (x); INSERT INTO a VALUES (\(parameter))"))
      }
    }
    #expect(error?.kind == .parameter(parameter))
    #expect(error?.location.column == 21)
  }

  @Test(arguments: ["COMMIT", "ROLLBACK", "END", "INSERT OR ROLLBACK INTO a VALUES (1), (1)"])
  func `a script that ends its required transaction is stopped`(_ ending: String) throws {
    let queue = try DatabaseQueue()
    let text = "CREATE TABLE b (x);\n \(ending);\nCREATE TABLE c (x)"
    let error = #expect(throws: ScriptError.self) {
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "CREATE TABLE a (x UNIQUE)")
        try db.beginTransaction()
        try db.run(script(text), transaction: .mustStayOpen)
      }
    }
    // A failed statement is reported as such, although it ended the transaction, too.
    #expect(error?.kind == (ending.hasPrefix("INSERT") ? .failed : .endedTransaction))
    #expect(error?.location.line == 2)
    #expect(error?.location.column == 2)
    #expect(try queue.read { try $0.tableExists("c") } == false)
  }

  @Test func `an unrestricted script may use its own transactions`() throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.run(script("BEGIN; CREATE TABLE a (x); COMMIT; VACUUM; PRAGMA user_version = 3"))
      #expect(try db.userVersion() == 3)
    }
  }

  @Test func `an error thrown by the observer stops the script`() throws {
    struct Stop: Error {}
    let queue = try DatabaseQueue()
    #expect(throws: Stop.self) {
      try queue.writeWithoutTransaction { db in
        try db.run(script("CREATE TABLE a (x); CREATE TABLE b (x)")) { _, index, _ in
          if index == 1 { throw Stop() }
        }
      }
    }
    #expect(try queue.read { try $0.objectNames() } == ["a"])
  }

  @Test func `a long script is not copied for each statement`() throws {
    // Copying the rest for each of 20,000 statements would take gigabytes and minutes.
    let text = String(repeating: "SELECT 1;\n", count: 20_000)
    let count = try DatabaseQueue().writeWithoutTransaction { try $0.run(script(text)) }
    #expect(count == 20_000)
  }
}
