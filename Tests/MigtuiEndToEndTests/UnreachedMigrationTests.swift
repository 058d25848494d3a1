import Foundation
import MigratorTestSupport
import Testing

/// Reports on the migrations that a dry run did not reach, and on where a real run will stop.
struct UnreachedMigrationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: "CREATE TABLE club (id INTEGER PRIMARY KEY); INSERT INTO club VALUES (1), (2), (3)")
    try folder.write("Migrations/1_fewer.sql", "DELETE FROM club WHERE id = 3;")
    try folder.write("Migrations/2_wrong.sql", "INSERT INTO nowhere VALUES (1);")
    try folder.write("Migrations/3_norm.sql", "INSERT INTO club VALUES (7);")
    try folder.write("Migrations/4_more.sql", "INSERT INTO club VALUES (8);")
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path)
  }

  private func notTried(_ arguments: String...) throws -> [String]? {
    let outcome = try BuiltProgram.run(arguments + ["--json"], in: folder.path)
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return (value as? [String: Any])?["notTried"] as? [String]
  }

  @Test func `a dry run and a check name the migrations they did not reach`() throws {
    let dryRun = try migtui("dry-run", "--all", "app.sqlite")
    #expect(dryRun.output.contains("\nNot tried: 3_norm, 4_more\n"))
    #expect(
      dryRun.output.contains(
        "To accept these losses, up to 2_wrong: --agree \"1: lose 1 row\""))
    #expect(try notTried("dry-run", "--all", "app.sqlite") == ["3_norm", "4_more"])
    #expect(try notTried("dry-run", "--up-to", "3_norm", "app.sqlite") == ["3_norm"])
    #expect(try notTried("dry-run", "app.sqlite") == [])
    let check = try migtui("check", "app.sqlite")
    #expect(check.output.contains("2 migrations tried on a copy: "))
    #expect(check.output.contains(" Not tried: 3_norm, 4_more.\n"))
    #expect(try notTried("check", "app.sqlite") == ["3_norm", "4_more"])
    try folder.write("Migrations/2_wrong.sql", "INSERT INTO club VALUES (6);")
    #expect(try notTried("dry-run", "--all", "app.sqlite") == [])
    let all = try migtui("dry-run", "--all", "app.sqlite").output
    #expect(!all.contains("Not tried") && all.contains("To accept these losses: "))
  }

  @Test func `before applying the first migration, step --all reports where it will stop`() throws {
    let words = "2_wrong failed on the copy. The run stops before it."
    let refused = try migtui("step", "--all", "--yes", "app.sqlite")
    #expect(refused.errors.hasPrefix("migtui: warning: \(words)\n"))
    #expect(
      try Program.run(["sqlite3", folder.path("app.sqlite"), "SELECT count(*) FROM club"]).output
        == "3\n")
    let outcome = try migtui(
      "step", "--all", "--yes", "--agree", "1: lose 1 row", "app.sqlite")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("migtui: warning: \(words)\n"))
    #expect(
      try Program.run(["sqlite3", folder.path("app.sqlite"), "SELECT count(*) FROM club"]).output
        == "2\n")
    #expect(!(try migtui("step", "--yes", "app.sqlite")).errors.contains("warning"))
  }
}
