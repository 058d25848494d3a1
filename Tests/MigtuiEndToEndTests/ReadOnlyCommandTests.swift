import Foundation
import MigratorTestSupport
import Testing

/// Read-only commands end even if a migration would not, and report what they skipped.
struct ReadOnlyCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: "CREATE TABLE club (id INTEGER PRIMARY KEY); INSERT INTO club VALUES (1)")
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments + ["app.sqlite"], in: folder.path)
  }

  /// SQLite functions cannot be interrupted, and this one runs for hours.
  @Test func `slow pending migrations do not block read-only commands`() throws {
    try folder.write(
      "Migrations/1_slow.sql",
      """
      CREATE TABLE n AS
        SELECT instr(printf('%.*c', 40000000, 'a'), printf('%.*c', 20000000, 'a') || 'b') AS place;
      """)
    for command in ["status", "plan", "show"] {
      let outcome = try migtui(command)
      #expect([0, 1].contains(outcome.status), "\(command): \(outcome.errors)")
    }
  }

  @Test func `links that were not followed are reported even if nothing is pending`() throws {
    try folder.write("Migrations/1_club.sql", "INSERT INTO club VALUES (2);")
    try folder.write("elsewhere/2_more.sql", "INSERT INTO club VALUES (3);")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Migrations/next"), withDestinationPath: folder.path("elsewhere"))
    let words = "note: next is not searched: links to folders are not followed\n"
    #expect(try migtui("plan").errors.contains(words))
    // The check does not cover the skipped files.
    #expect(try migtui("check").errors.contains(words))
    #expect(try migtui("step", "--yes", "--no-backup").errors.contains(words))
    let done = [["plan"], ["dry-run"], ["step"], ["step", "--all", "--yes"], ["check"]]
    for command in done + [["check", "--json"], ["check", "--report", "github"]] {
      let outcome = try BuiltProgram.run(command + ["app.sqlite"], in: folder.path)
      #expect(
        outcome.status == 0 && outcome.errors.contains(words), "\(command): \(outcome.errors)")
    }
  }

  @Test func `the cause of a failure is printed to standard error`() throws {
    try folder.write("Migrations/1_wrong.sql", "INSERT INTO nowhere VALUES (1);")
    let cause = "1_wrong failed at Migrations/1_wrong.sql:1:13: no such table: nowhere."
    for command in [["dry-run"], ["step", "--yes", "--no-dry-run", "--no-backup"]] {
      let outcome = try BuiltProgram.run(command + ["app.sqlite"], in: folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(cause), "\(command): \(outcome.errors)")
    }
  }
}
