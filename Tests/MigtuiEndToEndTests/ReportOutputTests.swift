import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// `--report FORMAT[=FILE]`: where reports are written, and what they never replace.
struct ReportOutputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);\n")
    try folder.write("Migrations/2_bad.sql", "UPDATE club SET nam = 'x';\n")
    try folder.makeDatabase(sql: "CREATE TABLE note (text TEXT); INSERT INTO note VALUES ('x')")
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  @Test func `a single run can write annotations, JSON, SARIF and an HTML report`() throws {
    let outcome = try migtui(
      "check", "--json", "--report", "github=notes.txt", "--report=sarif=a=b.sarif", "--report",
      "html=check.html")
    #expect(outcome.status == 2)
    #expect(outcome.output.hasPrefix("{"))
    #expect(try text("notes.txt") == migtui("check", "--report", "github").output)
    #expect(try text("a=b.sarif") == migtui("check", "--report", "sarif").output)
    #expect(try text("check.html").hasPrefix("<!DOCTYPE html>"))
    #expect(folder.names().count == 7)
    let github = try migtui("check", "--report", "github", "--report", "html=check.html")
    #expect(github.output == (try text("notes.txt")))
    let plain = try migtui("check", "--report", "html=check.html")
    #expect(plain.output == (try migtui("check").output))
  }

  @Test
  func `a dry run prints its HTML report, or writes it in addition to text, rows or JSON`() throws {
    #expect(try migtui("dry-run", "app.sqlite", "--report", "html").output.hasPrefix("<!DOCTYPE"))
    let csv = try migtui(
      "dry-run", "app.sqlite", "--rows", "csv", "--report", "html=run.html")
    #expect(csv.output.hasPrefix("migration,"))
    #expect(try text("run.html").contains("<h1>Dry run of migrations</h1>"))
    #expect(try migtui("dry-run", "app.sqlite", "--json", "--report", "html=r.html").status == 0)
  }

  @Test(arguments: [
    ["check", "--json", "--report", "github"],
    ["check", "--report", "github", "--report", "html"],
    ["check", "--report", "github=a", "--report", "html=a"],
    ["check", "--report", "html="],
    ["check", "--report", "pdf=a"],
    ["dry-run", "app.sqlite", "--report", "sarif"],
    ["dry-run", "app.sqlite", "--json", "--report", "html"],
    ["dry-run", "app.sqlite", "--rows", "csv", "--report", "html"],
  ])
  func `two outputs for standard output, and unknown formats, are usage errors`(
    _ arguments: [String]
  ) throws {
    let before = folder.names()
    let outcome = try BuiltProgram.run(arguments, in: folder.path)
    #expect(outcome.status == 64)
    #expect(folder.names() == before)
  }

  @Test func `a report replaces an older one, also through a link`() throws {
    try folder.write("old.html", "old")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.html"), withDestinationPath: "old.html")
    #expect(try migtui("check", "--report", "html=link.html").status == 2)
    #expect(try text("old.html").hasPrefix("<!DOCTYPE html>"))
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.html"))
    #expect(link == "old.html")
  }

  @Test func `a report never replaces a database, a migration or a folder`() throws {
    try FileManager.default.linkItem(
      atPath: folder.path("app.sqlite"), toPath: folder.path("hard.html"))
    try folder.write("app.sqlite-wal", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("gone.html"), withDestinationPath: "nowhere")
    let before = folder.names().map { try? folder.bytes($0) }
    for name in [
      "app.sqlite", "hard.html", "app.sqlite-wal", "Migrations", "Migrations/2_bad.sql",
      "gone.html", "/dev/null", "none/report.html", "./Migrations/../app.sqlite",
    ] {
      for command in [["check", "app.sqlite"], ["check"], ["dry-run", "app.sqlite"]] {
        let outcome = try BuiltProgram.run(command + ["--report", "html=\(name)"], in: folder.path)
        // A failed migration has its own status.
        #expect([73, 2].contains(outcome.status), "\(name)")
        #expect(outcome.errors.contains("Cannot write the report to \(name): "), "\(name)")
        #expect(outcome.status == 73 || name == "Migrations/2_bad.sql", "\(name)")
      }
    }
    #expect(folder.names().map { try? folder.bytes($0) } == before)
  }

  @Test func `an unwritable file is an error, and JSON contains it`() throws {
    let outcome = try migtui("check", "--json", "--report", "html=none/a.html")
    #expect(outcome.status == 73)
    #expect(outcome.output.contains("the folder none does not exist"))
    // The migrations folder is known only after the run.
    let late = try migtui(
      "dry-run", "app.sqlite", "--json", "--report", "html=Migrations/2_bad.sql")
    #expect(late.status == 73)
    #expect(late.output.contains(#""exitStatus": 73"#))
    #expect(late.output.contains("Cannot write the report to Migrations"))
  }
}
