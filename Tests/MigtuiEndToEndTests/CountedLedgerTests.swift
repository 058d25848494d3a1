import MigratorSQLite
import MigratorTestSupport
import Testing

/// `PRAGMA user_version` as a ledger for files that commit their own transactions and may set it.
struct CountedLedgerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: "CREATE TABLE log (x); INSERT INTO log VALUES ('kept'); PRAGMA user_version = 1")
    try folder.write("Migrations/001-log.sql", "CREATE TABLE log (x);")
    try folder.write("Migrations/003-c.sql", "INSERT INTO log VALUES ('c');")
    try folder.write("Migrations/004-d.sql", "INSERT INTO log VALUES ('d');")
  }

  private func stepAll() throws -> Program.Outcome {
    try BuiltProgram.run(
      [
        "step", "--all", "--yes", "--no-dry-run", "--no-backup", "--format", "numbered",
        "app.sqlite",
      ], in: folder.path)
  }

  private func look() throws -> [String] {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    defer { try? queue.close() }
    return try queue.read { db in
      try String.fetchAll(db, sql: "SELECT x FROM log")
        + [String(Int64.fetchOne(db, sql: "PRAGMA user_version") ?? -1)]
    }
  }

  @Test(arguments: [
    "BEGIN; INSERT INTO log VALUES ('b'); PRAGMA user_version = 4; COMMIT;",
    "BEGIN; INSERT INTO log VALUES ('b'); COMMIT; PRAGMA user_version = 4;",
    "BEGIN; INSERT INTO log VALUES ('b'); COMMIT; PRAGMA main.user_version(0);",
    "BEGIN; INSERT INTO log VALUES ('b'); COMMIT; PRAGMA user_version = -0x4;",
  ])
  func `a migration must not set user_version to another migration's number`(_ sql: String) throws {
    try folder.write("Migrations/002-b.sql", sql)
    let outcome = try stepAll()
    #expect(outcome.status == 2, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains("it is the ledger, and this migration may only set it to"))
    let found = try look()
    #expect(found.last == "1")
    #expect(!found.contains("c") && !found.contains("d"))
  }

  @Test(arguments: ["2", "+2", "0x2"])
  func `a migration may set user_version to its own number`(_ number: String) throws {
    try folder.write(
      "Migrations/002-b.sql",
      "BEGIN; INSERT INTO log VALUES ('b'); PRAGMA user_version = \(number); COMMIT;")
    let outcome = try stepAll()
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(try look() == ["kept", "b", "c", "d", "4"])
  }
}
