import Foundation
import MigratorTestSupport
import Testing

extension TerminalTests {
  private func makeDemo(_ format: String) throws -> String {
    try FileManager.default.removeItem(atPath: project.folder.path("club"))
    let outcome = try BuiltProgram.run(
      ["demo", "--format", format, "--into", project.folder.path("club")])
    #expect(outcome.status == 0)
    return project.folder.path("club/matchday.sqlite")
  }

  @Test func `viewing a goose project changes neither bytes nor file times`() throws {
    _ = try makeDemo("goose")
    let before = project.state()
    let terminal = try project.terminal()
    try terminal.run(project.command("matchday.sqlite"))
    try terminal.wait(for: "goose: goose_db_version(id, version_id")
    try terminal.wait(for: "00010_club_short_names")
    for (key, text) in [
      ("2", "+ column referee"), ("1", "00010_club"), ("R", "mark 00010_club_short_names"),
      ("Enter", "> [ Cancel ]"), ("Escape", "Ledger repairs"), ("Escape", "00010_club"),
      ("d", "no losses, no new violations"),
    ] {
      try terminal.press(key)
      try terminal.wait(for: text)
    }
    try project.leave(terminal)
    #expect(project.state() == before)
    #expect(try project.leftovers() == [])
  }

  @Test func `a step of golang-migrate leaves the same row as the tool`() throws {
    let database = try makeDemo("golang-migrate")
    let terminal = try project.terminal()
    try terminal.run(project.command("matchday.sqlite"))
    try terminal.wait(for: "golang-migrate: schema_migrations(")
    try terminal.press("s")
    try terminal.wait(for: "schema_migrations, in the format of its tool")
    try terminal.agree()
    try terminal.wait(for: "REAL just now")
    try project.leave(terminal)
    #expect(
      try Club.output(
        of: "sqlite3", [database, "SELECT version, dirty, typeof(version) FROM schema_migrations"])
        == "10|0|integer\n")
  }

  @Test func `a repair clears a dirty version, after which a step can run`() throws {
    let database = try makeDemo("golang-migrate")
    _ = try Club.output(
      of: "sqlite3", [database, "UPDATE schema_migrations SET version = 10, dirty = 1"])
    let terminal = try project.terminal()
    try terminal.run(project.command("matchday.sqlite"))
    try terminal.wait(for: "Blocked: Dirty database version 10")
    try terminal.press("R")
    try terminal.wait(for: "> clear the failure of 000010_club_short_names")
    try terminal.press("Enter")
    try terminal.wait(for: "> [ Cancel ]")
    try terminal.agree()
    try terminal.wait(for: "Done: clear the failure")
    try terminal.wait(for: "next")
    try project.leave(terminal)
    #expect(
      try Club.output(of: "sqlite3", [database, "SELECT * FROM schema_migrations"]) == "9|0\n")
  }

  @Test func `if several tools match, a person is asked and a script is refused`() throws {
    try FileManager.default.removeItem(atPath: project.folder.path("club/Migrations"))
    try project.folder.write("club/migrations/1_a.up.sql", "CREATE TABLE a (x);\n")
    try project.sql("DROP TABLE grdb_migrations")
    let refused = try BuiltProgram.run(["status", project.database])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--format golang-migrate"))
    let terminal = try project.terminal()
    try terminal.run(project.command())
    try terminal.wait(for: "match several tools. Which one is it?")
    try terminal.type("1")
    try terminal.press("Enter")
    try terminal.wait(for: "▸○ 1_a")
    try project.leave(terminal)
  }

  @Test func `if two tables may be the ledger, a person is asked and a script is refused`()
    throws
  {
    try FileManager.default.removeItem(atPath: project.folder.path("club/Migrations"))
    try project.folder.write("club/migrations/1_a.sql", "-- +goose Up\nCREATE TABLE a (x);\n")
    let columns = "(id INTEGER PRIMARY KEY, version_id, is_applied, tstamp)"
    try project.sql(
      "DROP TABLE grdb_migrations; CREATE TABLE goose_db_version \(columns);"
        + "CREATE TABLE other_version \(columns)")
    let refused = try BuiltProgram.run(["status", project.database])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--ledger goose_db_version\n  --ledger other_version"))
    let terminal = try project.terminal()
    try terminal.run(project.command())
    try terminal.wait(for: "Which one is it?")
    try terminal.type("2")
    try terminal.press("Enter")
    try terminal.wait(for: "other_version")
    try terminal.wait(for: "▸○ 1_a")
    try project.leave(terminal)
  }
}
