import MigratorEngine
import MigratorTestSupport
import Testing

struct ViolationTests {
  private func queue(_ sql: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    return queue
  }

  private let league = """
    CREATE TABLE team (id INTEGER PRIMARY KEY);
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id), name TEXT, score INTEGER);
    INSERT INTO player VALUES (1, 2, 'O''Brien', 1000), (7, 3, 'Ada', NULL), (8, NULL, 'Free', 1);
    """

  @Test func `descriptions are identical to GRDB's`() throws {
    let queue = try queue(league)
    try queue.read { db throws in
      let violations = try db.foreignKeyViolations()
      let first = try #require(try violations.next())
      #expect(first.originTable == "player")
      #expect(first.originRowID == 1)
      #expect(first.destinationTable == "team")
      #expect(first.foreignKeyId == 0)
      #expect(
        String(describing: first)
          == "FOREIGN KEY constraint violation - from player to team, in rowid 1")
      let rich = """
        FOREIGN KEY constraint violation - from player(teamId) to team(id), \
        in [id:1 teamId:2 name:"O'Brien" score:1000]
        """
      #expect(try first.failureDescription(db) == rich)
      let error = first.databaseError(db)
      #expect(error.resultCode == .SQLITE_CONSTRAINT)
      #expect(error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
      #expect(error.description == "SQLite error 19: \(rich)")
      #expect(
        try violations.next()?.failureDescription(db) == """
          FOREIGN KEY constraint violation - from player(teamId) to team(id), \
          in [id:7 teamId:3 name:"Ada" score:NULL]
          """)
      #expect(try violations.next() == nil)
      #expect(try violations.next() == nil)
    }
  }

  @Test func `checking all tables or a single one throws the first violation`() throws {
    let queue = try queue(league + "CREATE TABLE other (a REFERENCES team);")
    try queue.read { db throws in
      #expect(throws: DatabaseError.self) { try db.checkForeignKeys() }
      #expect(throws: DatabaseError.self) { try db.checkForeignKeys(in: "PLAYER") }
      #expect(throws: DatabaseError.self) { try db.checkForeignKeys(in: "player", in: "main") }
      try db.checkForeignKeys(in: "other")
      try db.checkForeignKeys(in: "team")
    }
  }

  @Test func `unknown tables and schemas are reported as such`() throws {
    let queue = try queue(league)
    try queue.read { db throws in
      let table = #expect(throws: DatabaseError.self) { try db.checkForeignKeys(in: "missing") }
      #expect(table?.description == "SQLite error 1: no such table: missing")
      let schema = #expect(throws: DatabaseError.self) {
        try db.checkForeignKeys(in: "player", in: "invalid")
      }
      #expect(schema?.description == "SQLite error 1: no such schema: invalid")
    }
  }

  @Test func `a temporary table takes precedence over a table of the same name in the database`()
    throws
  {
    let queue = try queue(league)
    try queue.writeWithoutTransaction { db throws in
      try db.execute(
        sql: """
          CREATE TEMP TABLE team (id INTEGER PRIMARY KEY);
          CREATE TEMP TABLE player (id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id));
          INSERT INTO temp.player VALUES (1, 99);
          """)
      let violation = try #require(try db.foreignKeyViolations(in: "player").next())
      #expect(try violation.failureDescription(db).hasSuffix("in [id:1 teamId:99]"))
      let inMain = try #require(try db.foreignKeyViolations(in: "player", in: "main").next())
      #expect(try inMain.failureDescription(db).contains("O'Brien"))
    }
  }

  @Test func `composite keys and tables without rowid are described as in GRDB`() throws {
    let queue = try queue(
      """
      CREATE TABLE parent (a, b, PRIMARY KEY (a, b));
      CREATE TABLE child (x, y, FOREIGN KEY (x, y) REFERENCES parent);
      CREATE TABLE pair (x PRIMARY KEY, y, FOREIGN KEY (x, y) REFERENCES parent(a, b))
        WITHOUT ROWID;
      INSERT INTO child VALUES (1, 'q'), (1, NULL);
      INSERT INTO pair VALUES (2, 'r');
      """)
    try queue.read { db throws in
      let rich = try Array(db.foreignKeyViolations()).map { try $0.failureDescription(db) }
      #expect(
        Set(rich) == [
          "FOREIGN KEY constraint violation - from child(x, y) to parent(a, b), in [x:1 y:\"q\"]",
          "FOREIGN KEY constraint violation - from pair(x, y) to parent(a, b)",
        ])
    }
  }

  @Test func `the message for a missing parent is detailed if the key names its columns`() throws {
    let queue = try queue(
      """
      CREATE TABLE named (a REFERENCES nowhere(id));
      CREATE TABLE implied (a REFERENCES nowhere);
      INSERT INTO named VALUES (1); INSERT INTO implied VALUES (2);
      """)
    try queue.read { db throws in
      let messages = try Array(db.foreignKeyViolations()).map { $0.databaseError(db).message ?? "" }
      #expect(
        Set(messages) == [
          "FOREIGN KEY constraint violation - from named(a) to nowhere(id), in [a:1]",
          "FOREIGN KEY constraint violation - from implied to nowhere, in rowid 1",
        ])
    }
  }

  @Test func `the violating row is identified correctly even if a column is named rowid`() throws {
    let queue = try queue(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY);
      CREATE TABLE player (rowid INTEGER, teamId REFERENCES team(id));
      INSERT INTO player VALUES (2, NULL), (1, 42);
      """)
    try queue.read { db throws in
      let violation = try #require(try db.foreignKeyViolations().next())
      #expect(try violation.failureDescription(db).hasSuffix("in [rowid:1 teamId:42]"))
    }
  }
}
