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

  @Test func `the plan ends before a code migration`() throws {
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

  @Test func `plan --up-to an applied migration lists older pending ones`() throws {
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
