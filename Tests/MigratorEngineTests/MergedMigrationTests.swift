import MigratorEngine
import Testing

struct MergedMigrationTests {
  private static let starts = ["none", "v1", "v2", "v3", "v4", "v5"]

  private func old() -> DatabaseMigrator {
    DatabaseMigrator([
      "v1": "CREATE TABLE t1(a)", "v2": "CREATE TABLE t2(a)", "v3": "CREATE TABLE t3(a)",
      "v4": "CREATE TABLE t4(a)", "v5": "CREATE TABLE t5(a)",
    ])
  }

  private func new(_ name: String, merging merged: Set<String>) -> DatabaseMigrator {
    var migrator = DatabaseMigrator(["v1": "CREATE TABLE t1(a)"])
    migrator.registerMigration(name, merging: merged) { db, applied in
      for version in ["v2", "v3", "v4"] where !applied.contains(version) {
        try db.execute(sql: "CREATE TABLE t\(version.last ?? "?")(a)")
      }
    }
    migrator.registerMigration("v5") { try $0.execute(sql: "CREATE TABLE t5(a)") }
    return migrator
  }

  private func check(_ migrator: DatabaseMigrator, from start: String, ledger: Set<String>) throws {
    let queue = try DatabaseQueue()
    if start != "none" { try old().migrate(queue, upTo: start) }
    try migrator.migrate(queue)
    #expect(try Set(queue.ledger()) == ledger)
    #expect(
      try queue.strings(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 't_' ORDER BY name")
        == ["t1", "t2", "t3", "t4", "t5"])
    try queue.read { db throws in
      #expect(try migrator.hasCompletedMigrations(db))
      #expect(try !migrator.hasBeenSuperseded(db))
    }
  }

  @Test(arguments: starts) func `folding migrations into the last of them works from any version`(
    start: String
  ) throws {
    try check(new("v4", merging: ["v2", "v3"]), from: start, ledger: ["v1", "v4", "v5"])
  }

  @Test(arguments: starts) func `a merged migration may list its own name among the merged ones`(
    start: String
  ) throws {
    try check(new("v4", merging: ["v2", "v3", "v4"]), from: start, ledger: ["v1", "v4", "v5"])
  }

  @Test(arguments: starts) func `folding migrations into a new one works from any version`(
    start: String
  ) throws {
    try check(
      new("v4bis", merging: ["v2", "v3", "v4"]), from: start, ledger: ["v1", "v4bis", "v5"])
  }

  @Test func `a failed merged migration keeps the old records`() throws {
    let queue = try DatabaseQueue()
    try old().migrate(queue, upTo: "v2")
    var migrator = DatabaseMigrator(["v1": ""])
    migrator.registerMigration("v4", merging: ["v2"]) { _, _ in throw BodyError() }
    #expect(throws: BodyError()) { try migrator.migrate(queue) }
    #expect(try queue.ledger() == ["v1", "v2"])
  }
}
