import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// Commands for features of the console: show, diff, completions, the manual page, linear output.
struct EquivalentCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);\n")
    try folder.write("Migrations/2_player.sql", "-- players\nCREATE TABLE player (id);\n")
    for (name, sql) in [
      ("app.sqlite", "CREATE TABLE note (text TEXT)"),
      ("other.sqlite", "CREATE TABLE note (text TEXT); CREATE TABLE more (a)"),
    ] {
      let queue = try DatabaseQueue(path: folder.path(name))
      try queue.write { try $0.execute(sql: sql) }
      try queue.close()
    }
  }

  private struct KeyList: Decodable {
    struct Entry: Decodable {
      let keys: [String]
      let does: String
    }
    let keys: [Entry]
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path)
  }

  @Test func `show prints the SQL of a migration or of the next one`() throws {
    let shown = try migtui("show", "app.sqlite", "2_player")
    #expect(shown.status == 0)
    #expect(shown.output == "-- players\nCREATE TABLE player (id);\n")
    #expect(try migtui("show", "app.sqlite").output.contains("CREATE TABLE club"))
    let missing = try migtui("show", "app.sqlite", "3_none")
    #expect(missing.status == 64)
    #expect(missing.output.isEmpty)
    #expect(
      try migtui("show", "app.sqlite", "1_club", "--json").output.contains("\"sql\": \"CREATE"))
  }

  @Test func `diff compares two databases in order and reports if they are equal`() throws {
    let diff = try migtui("diff", "app.sqlite", "other.sqlite")
    #expect(diff.status == 1)
    #expect(diff.output.contains("before: app.sqlite\nafter:  other.sqlite"))
    #expect(diff.output.contains("more"))
    let same = try migtui("diff", "app.sqlite", "app.sqlite")
    #expect(same.status == 0)
    #expect(same.output == "The schema is that of app.sqlite.\n")
    let old = try migtui("schema", "other.sqlite", "--against", "app.sqlite")
    #expect(old.output == diff.output)
    #expect(try migtui("drift", "app.sqlite").status == 1)
  }

  @Test func `schema draws the tables as Mermaid or SVG, with the differences from a database`()
    throws
  {
    let now = try migtui("schema", "app.sqlite", "--diagram", "mermaid")
    #expect(now.status == 0)
    #expect(now.output == "erDiagram\n  t0[\"note\"] {\n    TEXT text\n  }\n")
    let diff = try migtui("diff", "app.sqlite", "other.sqlite", "--diagram", "mermaid")
    #expect(diff.status == 1)
    #expect(diff.output.contains("t0[\"more (created)\"] {"))
    let picture = try migtui("schema", "app.sqlite", "--diagram", "svg")
    #expect(picture.output.hasPrefix("<svg "))
    #expect(picture.output.hasSuffix("</svg>\n"))
    #expect(try migtui("schema", "app.sqlite", "--diagram", "png").status == 64)
    #expect(try migtui("schema", "app.sqlite", "--diagram", "svg", "--json").status == 64)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions prints a valid script for each shell`(shell: String) throws {
    let script = try migtui("completions", shell)
    #expect(script.status == 0)
    #expect(script.output.contains("migtui"))
    let path = try folder.write("completions", script.output)
    guard
      let program = ["/bin/\(shell)", "/usr/bin/\(shell)"].first(
        where: FileManager.default.fileExists)
    else { return }
    let check = Process()
    check.executableURL = URL(fileURLWithPath: program)
    check.arguments = ["-n", path]
    try check.run()
    check.waitUntilExit()
    #expect(check.terminationStatus == 0)
  }

  @Test func `the manual page names every command, option and key`() throws {
    let page = try migtui("man").output
    #expect(page.hasPrefix(".TH MIGTUI 1"))
    let plain = page.replacingOccurrences(of: "\\-", with: "-")
    let commands = try HelpPage.commands()
    #expect(commands.contains("dry-run") && commands.contains("show"))
    for command in commands { #expect(plain.contains(".SS migtui \(command)\n"), "\(command)") }
    for word in ["--migrations", "--up-to", "124"] { #expect(plain.contains(word), "\(word)") }
    let keys = try JSONDecoder().decode(
      KeyList.self, from: Data(try migtui("keys", "--json").output.utf8)
    ).keys
    #expect(keys.count > 40)
    let section = try #require(plain.range(of: ".SH KEYS\n")).upperBound
    let listed = "\(plain[section...])\n".replacing("\n", with: " ")
    let arrows = ["↑": "Up", "↓": "Down", "←": "Left", "→": "Right"]
    for key in keys {
      let label = key.keys.map { arrows[$0] ?? $0 }.joined(separator: " ")
      let entry = "\\fB\(label)\\fR \(key.does) "
      let isListed = listed.contains(entry)
      #expect(isListed, "\(entry)")
    }
  }

  @Test func `demo --open without a terminal exits with status 0`() throws {
    let demo = try migtui("demo", "--into", "demo", "--open")
    #expect(demo.status == 0)
    #expect(demo.output.contains("011_players_need_a_club"))
  }

  @Test func `in linear mode, lines of input are treated as keys, and nothing is written`()
    throws
  {
    let before = try folder.bytes("app.sqlite")
    try folder.write("keys", "d\n/player\nesc\n\n:history run\nq\n")
    let talk = try Program.run(
      ["sh", "-c", "exec '\(BuiltProgram.path)' --linear app.sqlite < keys"], in: folder.path)
    #expect(talk.status == 0)
    #expect(talk.output.contains("Selected, 1 of 2: ▸○ 1_club, pending, next"))
    #expect(talk.output.contains("Message: dry run: no losses, no new violations"))
    #expect(talk.output.contains("Migrations matching \"player\": 1 row"))
    #expect(talk.output.contains("Screen History"))
    #expect(!talk.output.unicodeScalars.contains { $0.value == 0x1B })
    #expect(try folder.bytes("app.sqlite") == before)
  }

  @Test func `in linear mode, a dialog accepts keys that are read from a file`() throws {
    try folder.write("keys", "s\ntab\ntab\ny\ns\ntab\nesc\nq\n")
    let talk = try Program.run(
      ["sh", "-c", "exec '\(BuiltProgram.path)' --linear app.sqlite < keys"], in: folder.path)
    #expect(talk.status == 0)
    #expect(talk.output.contains("Message: 1_club applied in "), "\(talk.output)")
    #expect(talk.output.contains("No changes were made."), "\(talk.output)")
    #expect(try migtui("plan", "app.sqlite").output.hasPrefix("1  2_player"))
  }

  @Test func `an error in a configuration file is reported with its line`() throws {
    try folder.write("migtui.conf", "theme = dark\n[keys]\nstep = d\n")
    let keys = try migtui("keys", "app.sqlite")
    #expect(keys.status == 78)
    #expect(keys.errors.contains("migtui.conf:3: d is already the key of dry-run"))
    try folder.write("migtui.conf", "[keys]\nstep = F7\n")
    #expect(try migtui("keys", "app.sqlite").output.contains("  F7  "))
  }
}
