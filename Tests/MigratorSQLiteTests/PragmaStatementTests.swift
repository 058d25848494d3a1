import MigratorSQLite
import SQLSyntax
import Testing

/// The parser of PRAGMA statements agrees with SQLite.
struct PragmaStatementTests {
  @Test(arguments: [
    "PRAGMA user_version = 7", "pragma USER_VERSION(7)", "PRAGMA \"user_version\" = 7",
    "PRAGMA /* v */ user_version /* v */ = /* v */ 7;", "PRAGMA [main].user_version=7",
    "PRAGMA main . user_version = +7", "PRAGMA user_version = 0x10", "PRAGMA user_version = '9'",
    "PRAGMA user_version = -3", "PRAGMA user_version = 007", "PRAGMA user_version = 1.5",
    "PRAGMA user_version = 0x80000000", "PRAGMA user_version = 2147483647",
    "PRAGMA user_version = 2147483648", "PRAGMA user_version = none",
    "PRAGMA user_version = -0x10", "PRAGMA user_version = -2147483648",
    "-- first\nPRAGMA user_version = 4 -- last",
  ])
  func `the parsed user_version is the one that SQLite sets`(sql: String) throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA user_version = 99")
      try db.execute(sql: sql)
    }
    let statement = ScriptStatement(
      sql: sql, location: ScriptLocation(file: "1.sql", line: 1, column: 1, offset: 0))
    #expect(
      try queue.read { try Int64.fetchOne($0, sql: "PRAGMA user_version") } == statement.userVersion
    )
  }

  @Test(arguments: [
    "PRAGMA user_version", "PRAGMA temp.user_version = 7", "SELECT 'PRAGMA user_version = 7'",
    "PRAGMA application_id = 7 /* user_version = 7 */",
  ])
  func `userVersion is nil for a statement that does not set user_version`(sql: String) throws {
    let statement = ScriptStatement(
      sql: sql, location: ScriptLocation(file: "1.sql", line: 1, column: 1, offset: 0))
    #expect(statement.userVersion == nil)
  }

  @Test(arguments: [
    "ON", "on", "1", "0x1", "'yes'", "TRUE", "2", "off", "0", "no", "x", "-1", "256", "257",
  ])
  func `a boolean argument is parsed as in SQLite`(value: String) throws {
    let sql = "PRAGMA foreign_keys = \(value)"
    let queue = try DatabaseQueue()
    let isOn = try queue.writeWithoutTransaction { db in
      try db.execute(sql: sql)
      return try Bool.fetchOne(db, sql: "PRAGMA foreign_keys")
    }
    #expect(PragmaStatement(sql)?.isOn == isOn)
  }
}
