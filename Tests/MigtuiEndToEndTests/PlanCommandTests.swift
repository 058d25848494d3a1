import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// `plan` lists exactly the migrations that a run would apply.
struct PlanCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path)
  }

  @Test func `the plan stops before a migration in code`() throws {
    try folder.makeDatabase(sql: "CREATE TABLE x (a)")
    for (name, text) in [
      ("00001_a.sql", "-- +goose Up\nCREATE TABLE a (b);\n"), ("00002_b.go", "package m\n"),
      ("00003_c.sql", "-- +goose Up\nCREATE TABLE c (d);\n"),
    ] { try folder.write("migrations/\(name)", text) }
    let options = ["app.sqlite", "--migrations", "migrations", "--format", "goose"]
    let plan = try BuiltProgram.run(["plan"] + options, in: folder.path)
    #expect(plan.status == 4)
    #expect(plan.output.contains("1  00001_a"))
    #expect(!plan.output.contains("2  00003_c"))
    #expect(plan.output.contains("Stops before 00002_b"))
    let upTo = try BuiltProgram.run(["plan", "--up-to", "00002_b"] + options, in: folder.path)
    #expect(upTo.status == 4 && upTo.output.contains("1  00001_a"))
    let step = try BuiltProgram.run(
      ["step", "--all", "--yes", "--no-backup"] + options, in: folder.path)
    #expect(step.output.contains("00001_a") && !step.output.contains("00003_c"))
  }

  @Test
  func `plan, status and step stop before a migration that makes the tool skip another`() throws {
    try folder.makeDatabase(sql: "CREATE TABLE x (a)")
    let entries = [1000, 3000, 2000].enumerated().map {
      #"{"idx": \#($0), "version": "6", "when": \#($1), "tag": "000\#($0)_m"}"#
    }
    try folder.write(
      "drizzle/meta/_journal.json",
      #"{"version": "7", "dialect": "sqlite", "entries": ["#
        + entries.joined(separator: ", ") + "]}")
    for index in 0...2 {
      try folder.write("drizzle/000\(index)_m.sql", "CREATE TABLE t\(index) (id INTEGER);")
    }
    let stop = "Stops before 0001_m: If only 0001_m is applied, Drizzle never runs 0002_m"
    let plan = try migtui("plan", "app.sqlite")
    #expect(plan.status == 4)
    #expect(plan.output.contains("1  0000_m") && !plan.output.contains("2  "), "\(plan)")
    #expect(plan.output.contains(stop), "\(plan)")
    let status = try migtui("status", "app.sqlite")
    #expect(status.output.contains("stop: \(stop)"), "\(status)")
    let step = try migtui("step", "app.sqlite", "--all", "--yes", "--no-backup")
    #expect(step.status == 4 && step.errors.contains("0002_m"), "\(step)")
    let after = try migtui("status", "app.sqlite")
    #expect(after.output.contains("applied  0000_m"), "\(after)")
    #expect(after.output.contains("pending  0001_m"), "\(after)")
  }

  @Test func `plan --up-to with an applied migration lists older pending ones`() throws {
    try folder.makeDatabase(
      sql: """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1_a'), ('3_c');
        """)
    for name in ["1_a", "2_b", "3_c", "4_d"] {
      try folder.write("Migrations/\(name).sql", "CREATE TABLE t\(name) (a);")
    }
    let plan = try migtui("plan", "app.sqlite", "--up-to", "3_c")
    #expect(plan.status == 1)
    #expect(plan.output.contains("1  2_b  out of order") && !plan.output.contains("4_d"))
    let first = try migtui("plan", "app.sqlite", "--up-to", "1_a")
    #expect(first.status == 0)
    #expect(first.output == "Nothing up to 1_a is pending.\n")
    #expect(
      try migtui("plan", "app.sqlite", "--foreign-keys", "off").output.contains("foreign keys off"))
  }
}
