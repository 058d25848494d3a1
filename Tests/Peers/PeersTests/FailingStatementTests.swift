#if GRDB
  import PeerModel
  import Testing

  /// Statements that fail in the middle of a migration: the same error, and everything rolled back.
  struct FailingStatementTests {
    struct Bad: Sendable, CustomTestStringConvertible {
      let sql: String
      let code: Int32
      var testDescription: String { sql }
    }

    static let statements = [
      Bad(sql: "SELEC 1", code: 1),
      Bad(sql: "INSERT INTO nowhere VALUES (1)", code: 1),
      Bad(sql: "SELECT nothing FROM player", code: 1),
      Bad(sql: "CREATE TABLE player (a)", code: 1),
      Bad(sql: "ALTER TABLE player DROP COLUMN teamId", code: 1),
      Bad(sql: "ALTER TABLE player ADD COLUMN n NOT NULL", code: 1),
      Bad(sql: "ALTER TABLE nowhere RENAME TO here", code: 1),
      Bad(sql: "DROP VIEW player", code: 1),
      Bad(sql: "CREATE INDEX player_on_teamId ON player(score)", code: 1),
      Bad(sql: "CREATE UNIQUE INDEX u ON player(teamId)", code: 2067),
      Bad(sql: "INSERT INTO player VALUES (5, NULL, 0, 1)", code: 1299),
      Bad(sql: "INSERT INTO player VALUES (5, 'Arthur', 0, 1)", code: 2067),
      Bad(sql: "INSERT INTO player VALUES (1, 'Other', 0, 1)", code: 1555),
      Bad(sql: "INSERT INTO player VALUES (5, 'Other', -1, 1)", code: 275),
      Bad(sql: "INSERT INTO player VALUES ('five', 'Other', 1, 1)", code: 20),
      Bad(sql: "UPDATE OR ROLLBACK player SET name = 'Arthur'", code: 2067),
      Bad(sql: "UPDATE OR FAIL player SET name = 'Arthur' WHERE id > 1", code: 2067),
      Bad(sql: "INSERT INTO player (id, name) VALUES (5)", code: 1),
      Bad(sql: "SELECT abs(-9223372036854775807 - 1)", code: 1),
      Bad(sql: "SELECT json('{')", code: 1),
      Bad(sql: "SELECT ünïcode FROM player", code: 1),
      Bad(sql: "VACUUM", code: 1),
      Bad(sql: "PRAGMA journal_mode = nonsense; SELECT * FROM nowhere", code: 1),
      Bad(
        sql: "CREATE TRIGGER r BEFORE DELETE ON award BEGIN SELECT RAISE(ABORT, 'no'); END;"
          + "DELETE FROM award", code: 1811),
      Bad(
        sql: "CREATE TRIGGER r BEFORE DELETE ON award BEGIN SELECT RAISE(ROLLBACK, 'no'); END;"
          + "DELETE FROM award", code: 1811),
      Bad(sql: "CREATE TABLE s (a INT) STRICT; INSERT INTO s VALUES ('x')", code: 3091),
    ]

    @Test(arguments: Shop.Mode.allCases, statements)
    func `a failing statement rolls the migration back`(mode: Shop.Mode, bad: Bad) throws {
      let list = mode.list(
        "CREATE TABLE before (a)", "UPDATE player SET score = score + 1", bad.sql,
        "CREATE TABLE after (a)")
      let end = try expectSame(list, after: Shop.setup)
      #expect(end.failure?.extendedCode == bad.code)
      #expect(end.dump.ledger == [])
      #expect(end.dump.tables["before"] == nil)
      #expect(end.dump.tables["player"]?[0][2] == .integer(10))
      #expect(end.dump.pragmas["foreign_keys"] == [[.integer(1)]])
    }

    @Test(arguments: [
      "CREATE TABLE a (x);\n  CREATE TABLE b (y) ;\n\n  INSERT INTO c VALUES (1) ; \n SELECT 1",
      "CREATE TABLE a (x); -- a comment; with a semicolon\nINSERT INTO c VALUES (1)",
      "/* first */ INSERT INTO c /* second; */ VALUES (1) -- last",
      "INSERT INTO\n\tc\nVALUES ('a;b')\n;",
      "CREATE TABLE a (x); SELEC 1; CREATE TABLE b (y)",
      "INSERT INTO", "CREATE TABLE a (x);;  SELECT 'never closed", "CREATE TRIGGER r BEFORE DELETE",
    ])
    func `the error contains the statement that failed, in GRDB's words`(sql: String) throws {
      // Scripts name each statement individually, so only `execute` is compared.
      let end = try expectSame(
        Scenario([.migrate([PeerMigration("m", sql: sql)])]), casts: [Cast.closures])
      #expect(end[0].failure?.description?.contains("while executing") == true)
    }

    @Test(arguments: ["", " ", ";", "-- only a comment", "/* open", ";;\n; SELECT 1;;"])
    func `nearly empty SQL is accepted`(sql: String) throws {
      let end = try expectSame(
        Scenario([.migrate([PeerMigration("m", sql: sql)])]), casts: [Cast.closures])
      #expect(end[0].failure == nil)
    }

    @Test(arguments: Shop.Mode.allCases)
    func `the first migration that fails stops the run`(mode: Shop.Mode) throws {
      var list = [PeerMigration("good", sql: Shop.setup.joined(separator: ";\n"))]
      list += mode.list("INSERT INTO team VALUES (1, 'Twice')").migrations
      list += [PeerMigration("later", sql: "CREATE TABLE later (a)")]
      let end = try expectSame(MigrationList(list))
      #expect(end.failure?.extendedCode == 1555)
      #expect(end.dump.ledger == ["good"])
      #expect(end.answers?.completed == ["good"])
    }

    @Test(arguments: Shop.Mode.allCases)
    func `a failed migration runs again`(mode: Shop.Mode) throws {
      let list = mode.list("INSERT INTO team VALUES (3, 'Green')", "INSERT INTO extra VALUES (1)")
      let ends = try expectSame(
        Scenario([
          .execute(Shop.setup), .migrate(list), .migrate(list),
          .execute(["CREATE TABLE extra (a)"]), .migrate(list), .migrate(list),
        ]))
      #expect(ends.map { $0.failure == nil } == [true, false, false, true, true, true])
      #expect(ends.last?.dump.tables["team"]?.count == 3)
    }

    @Test(arguments: Shop.Mode.allCases)
    func `an error of the body is rethrown unchanged`(mode: Shop.Mode) throws {
      let list = mode.list { db, _ in
        try db.execute("DELETE FROM award")
        throw BodyError("not today")
      }
      let end = try expectSame(list, after: Shop.setup)
      #expect(end.failure == PeerFailure(.thrown, "BodyError(reason: \"not today\")"))
      #expect(end.dump.tables["award"]?.count == 1)
    }

    @Test(arguments: Shop.Mode.allCases)
    func `catching an error in the body does not undo earlier statements`(mode: Shop.Mode) throws {
      let list = mode.list { db, _ in
        try db.execute("INSERT INTO team VALUES (3, 'Green')")
        // The body intentionally continues after the error.
        try? db.execute("INSERT INTO team VALUES (3, 'Twice')")
        try? db.execute("INSERT INTO team SELECT id + 2, name FROM team ORDER BY id")
        try db.execute("INSERT INTO team VALUES (4, 'Grey')")
      }
      let end = try expectSame(list, after: Shop.setup)
      #expect(end.failure == nil)
      #expect(end.dump.texts("team", column: 1) == ["Red", "Blue", "Green", "Grey"])
    }

    @Test(arguments: Shop.Mode.allCases)
    func `rolling back to a savepoint undoes only a part of a migration`(mode: Shop.Mode) throws {
      let list = mode.list { db, _ in
        try db.savepoint {
          try db.execute("INSERT INTO team VALUES (3, 'Kept')")
          try db.savepoint {
            try db.execute("INSERT INTO team VALUES (4, 'Undone')")
            return false
          }
          return true
        }
        do {
          try db.savepoint {
            try db.execute("DELETE FROM award")
            throw BodyError("undo")
          }
        } catch is BodyError {}
        try db.execute("SAVEPOINT mine; INSERT INTO team VALUES (5, 'Undone'); ROLLBACK TO mine")
        try db.execute("INSERT INTO team VALUES (6, 'Kept, too'); RELEASE mine")
      }
      let end = try expectSame(list, after: Shop.setup)
      #expect(end.failure == nil)
      #expect(end.dump.texts("team", column: 1) == ["Red", "Blue", "Kept", "Kept, too"])
      #expect(end.dump.tables["award"]?.count == 1)
    }
  }
#endif
