@testable import MigratorEngine
import Testing

/// The check of all tables at once, which precedes the checks of single tables.
struct TablesWithViolationsTests {
  /// Creates 300 small tables, two of which have violations.
  private func withTables(_ more: String = "", _ body: (Database) throws -> Void) throws {
    try DatabaseQueue().writeWithoutTransaction { db in
      try db.execute(
        sql: "PRAGMA foreign_keys = OFF; CREATE TABLE team (id INTEGER PRIMARY KEY);")
      try db.execute(sql: "INSERT INTO team VALUES (1), (2)")
      for number in 1...300 {
        try db.execute(
          sql: """
            CREATE TABLE player\(number) (id INTEGER PRIMARY KEY, teamId REFERENCES team(id));
            INSERT INTO player\(number) (teamId) VALUES (1), (2), (\(number == 7 ? 3 : 1));
            """)
      }
      try db.execute(
        sql: """
          CREATE TABLE "Coach Of" (a, b, teamId REFERENCES team, PRIMARY KEY (a, b)) WITHOUT ROWID;
          INSERT INTO "Coach Of" VALUES (1, 'x', 9), (1, 'y', NULL), (2, 'x', 8);
          """)
      try db.execute(sql: more)
      try body(db)
    }
  }

  private func found(_ finder: ViolationFinder) throws -> [String] {
    var found: [String] = []
    try finder.forEach {
      found.append("\($0.violation) \($0.rowKey) \($0.problem)")
      return true
    }
    return found
  }

  @Test func `a single check finds the tables that have violations`() throws {
    try withTables { db in
      #expect(
        try db.tablesWithViolations(kiloStepsPerTable: 2) == [SQLName("player7"), "Coach Of"])
      let few = ViolationFinder(db, proof: try ForeignKeyCheckSession().proofByTable(db))
      let all = try found(ViolationFinder(db))
      #expect(try found(few) == all && all.count == 3)
      let census = try ViolationCensus(db, proof: ForeignKeyCheckSession().proofByTable(db))
      #expect(census.count == 3)
    }
  }

  @Test func `tables are checked one by one if SQLite cannot check one of them`() throws {
    try withTables("CREATE TABLE odd (a REFERENCES player1(teamId))") { db in
      #expect(try db.tablesWithViolations(kiloStepsPerTable: 2) == nil)
      let few = ViolationFinder(db, proof: try ForeignKeyCheckSession().proofByTable(db))
      let all = try found(ViolationFinder(db))
      #expect(try found(few) == all && all.count == 4)
    }
  }

  @Test func `tables are checked one by one if checking all at once takes too many steps`() throws {
    let rows = """
      INSERT INTO player8 (teamId) WITH RECURSIVE n(i) AS
        (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT i / 199999 + 1 FROM n;
      """
    try withTables(rows) { db in
      try db.inTransaction {
        try db.execute(sql: "INSERT INTO team VALUES (7)")
        #expect(try db.tablesWithViolations(kiloStepsPerTable: 2) == nil)
        #expect(db.isInsideTransaction)
        return .commit
      }
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM team") == 3)
      // The limit ends with the check.
      #expect(try db.tablesWithViolations(kiloStepsPerTable: 1000) != nil)
      let few = ViolationFinder(db, proof: try ForeignKeyCheckSession().proofByTable(db))
      #expect(try found(few) == found(ViolationFinder(db)))
    }
  }

  @Test func `a check of all tables that finds no violations proves every table clean`() throws {
    try withTables { db in
      #expect(throws: DatabaseError.self) { try db.checkForeignKeys() }
      try db.execute(sql: "DELETE FROM player7; DELETE FROM \"Coach Of\"")
      try db.checkForeignKeys()
      let session = ForeignKeyCheckSession()
      #expect(try session.isProvenClean(session.scope(db), db))
    }
  }

  @Test func `cancelling a check of all tables throws an error`() throws {
    try withTables { db in
      let cancellation = Cancellation()
      cancellation.cancel()
      let error = #expect(throws: DatabaseError.self) {
        try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
          try db.tablesWithViolations(kiloStepsPerTable: 2)
        }
      }
      #expect(error?.resultCode == .SQLITE_INTERRUPT)
    }
  }
}
