import Foundation
import MigratorTestSupport
import Testing

/// The help: its layout, its examples, and the manual page made from it.
struct HelpTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["migtui", "ClubTool"])
  func `every page fits in 80 columns and lists its own options`(program: String) throws {
    let start = try HelpPage(of: program).text
    let names = start.matches(of: #/\n  ([a-z][a-z-]+) {2,}[A-Z]/#).map { String($0.output.1) }
    #expect(names.count > 12)
    // The pages of an app's tool are made like those of migtui.
    for name in (program == "migtui" ? names : ["step"]) + ["options", "exit"] {
      let page = try HelpPage(name, of: program).text
      for line in page.split(separator: "\n") {
        #expect(line.count <= 80, "\(name): \(line)")
        #expect(line.last != " ", "\(name): \(line)")
      }
      guard name != "options", name != "exit" else { continue }
      let short = try BuiltProgram.run([name, "-h"], of: program)
      #expect(short.status == 0)
      #expect(short.output.count <= page.count + 60, "\(name)")
      #expect(short.output.contains("More: \(program) help \(name)"), "\(name)")
      #expect(short.output.split(separator: "\n").first == page.split(separator: "\n").first)
    }
    let long = try BuiltProgram.run(["step", "--help"], of: program)
    #expect(try long.status == 0 && long.output == HelpPage("step", of: program).text)
    #expect(start.contains("--migrations") == (program == "migtui"))
    for word in ["help", program] { #expect(try HelpPage(word, of: program).text == start) }
  }

  @Test func `help options describes each shared option once`() throws {
    let shared = try HelpPage("options").text
    var names: Set<String> = []
    for command in try HelpPage.commands() {
      let references = try HelpPage(command).section("Shared options (migtui help options)")
      names.formUnion(
        references.joined(separator: " ").split { $0 == "," || $0 == " " }.map(String.init))
    }
    #expect(names.isSuperset(of: ["--migrations", "--format", "--key-file", "--copy"]))
    for name in names {
      let count = shared.matches(of: try Regex("(?m)^  (--[a-z-]+, )?\(name)( |,|$)")).count
      #expect(count == 1, "\(name)")
    }
  }

  @Test func `without arguments, the program suggests a first command`() throws {
    let outcome = try BuiltProgram.run([], in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n", omittingEmptySubsequences: false).count <= 9)
    #expect(outcome.errors.contains("migtui demo --open"))
  }

  @Test func `requesting an unknown help page is an error with a suggestion`() throws {
    for (word, meant) in [("stauts", "status"), ("optoins", "options"), ("exti", "exit")] {
      let outcome = try BuiltProgram.run(["help", word])
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("Unknown command \(word). Did you mean \(meant)?"))
    }
  }

  @Test func `a usage error prints the usage and how to get help, not the help`() throws {
    let outcome = try BuiltProgram.run(["status", "a", "--bogus"])
    #expect(outcome.status == 64)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(outcome.errors)")
    #expect(
      lines.dropFirst() == ["Usage: migtui status DB [options]", "See `migtui help status`."])
  }

  @Test func `help exit lists every status, and each command's help lists only its own`() throws {
    let all = try HelpPage("exit").section("Statuses")
      .compactMap { $0.split(separator: " ").first.flatMap { Int32($0) } }
    #expect(all.count > 14 && Set(all).count == all.count)
    for command in try HelpPage.commands() {
      let own = try HelpPage(command).statuses
      #expect(own == own.sorted() && Set(own).isSubset(of: all), "\(command)")
    }
    #expect(try HelpPage("step").statuses == [0, 1, 2, 3, 4, 64, 75])
  }

  @Test func `help formats lists every format that --format accepts`() throws {
    let rows = try ["Applied by migtui", "Only shown"].map { try HelpPage("formats").section($0) }
    let names = rows.joined().compactMap { $0.split(separator: " ").first.map(String.init) }
    let request = try BuiltProgram.run(["---complete", "zsh", "status", "--format", ""])
    let words = request.output.split(separator: "\0", omittingEmptySubsequences: false).dropFirst()
    #expect(Set(names) == Set(words.map(String.init).filter { !$0.isEmpty }))
    #expect(rows[0].count == 19)
  }

  @Test func `--mend is accepted as --fix but is not in the help`() throws {
    try folder.makeDatabase(
      sql: """
        PRAGMA foreign_keys = OFF;
        CREATE TABLE club (id INTEGER PRIMARY KEY);
        CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club);
        INSERT INTO player VALUES (1, 7);
        """)
    let runs = try ["--fix", "--mend"].map {
      try BuiltProgram.run(["violations", "app.sqlite", $0], in: folder.path)
    }
    #expect(runs[0].status == 1 && runs[0].output.contains("DELETE FROM \"player\""))
    #expect(runs[1].output == runs[0].output && runs[1].status == 1)
    #expect(try !HelpPage("violations").text.contains("mend"))
    let request = try BuiltProgram.run(["---complete", "zsh", "violations", "x", "--m"])
    #expect(!request.output.contains("--mend"))
  }

  // MARK: Examples

  /// What the output of an example contains.
  private static let effects = [
    "migtui step app.sqlite --yes": "009_club_short_names  ok in",
    "migtui step app.sqlite": "The next migration is 009_club_short_names.",
    "migtui new add player nicknames": "Migrations/015_add_player_nicknames.sql\n",
    "migtui show app.sqlite 001_create_clubs": "CREATE TABLE club",
    "migtui plan app.sqlite --up-to 011_players_need_a_club":
      "  011_players_need_a_club  foreign keys immediate\n",
    "migtui restore app.sqlite --yes": "restored: ",
    "migtui repair app.sqlite --adopt --yes": "done: ",
    "migtui repair app.sqlite --mark-applied 007_create_transfers --yes": "done: ",
    "migtui repair app.sqlite --clear-dirty --yes": "done: ",
    "migtui diff old.sqlite new.sqlite": "short",
  ]

  @Test func `every example of the help runs and does what it says`() throws {
    let template = try template()
    var (count, effects) = (0, Self.effects)
    for command in ["migtui"] + (try HelpPage.commands()) {
      let page = try HelpPage(command == "migtui" ? nil : command)
      #expect(!page.examples.isEmpty, "\(command)")
      for example in page.examples {
        let run = try run(example, on: template)
        let allowed = page.statuses.isEmpty ? [0, 1] : page.statuses.filter { $0 < 64 }
        // Without --yes, a step names the next migration.
        let expected = example == "migtui step app.sqlite" ? [64] : allowed
        #expect(expected.contains(run.status), "\(example): \(run.status) \(run.errors)")
        #expect(!(run.output + run.errors).isEmpty || example.contains(" > "), "\(example)")
        #expect(!run.errors.contains("Usage:"), "\(example): \(run.errors)")
        if let effect = effects.removeValue(forKey: example) {
          #expect((run.output + run.errors).contains(effect), "\(example): \(run.output)")
        }
        count += 1
      }
    }
    #expect(count > 50)
    #expect(effects.isEmpty)
  }

  /// A folder with the files that the examples name.
  private func template() throws -> TemporaryFolder {
    let template = try TemporaryFolder()
    try shell(
      """
      migtui demo --into . > /dev/null
      mv matchday.sqlite app.sqlite
      for name in old new staging saved; do cp app.sqlite $name.sqlite; done
      migtui step new.sqlite --yes --no-backup > /dev/null
      mkdir db sql; cp -r Migrations db/changes
      echo 'CREATE TABLE a (id INTEGER PRIMARY KEY);' > sql/ContactsDB-001.sql
      echo 'CREATE TABLE club (id INTEGER PRIMARY KEY);' > wanted.sql
      """, in: template)
    return template
  }

  /// Runs an example on a copy of the files.
  private func run(_ example: String, on template: TemporaryFolder) throws -> Program.Outcome {
    let copy = try TemporaryFolder()
    try shell("cp -r '\(template.path)/.' .", in: copy)
    if example.contains("--to") {
      // The last migration of the demo fails, so no schema follows from the migrations.
      try shell("rm Migrations/014*", in: copy)
    } else if example.contains("--clear-dirty") {
      try shell(
        """
        rm -r Migrations; migtui demo --into . --format golang-migrate > /dev/null
        mv matchday.sqlite app.sqlite
        sqlite3 app.sqlite 'UPDATE schema_migrations SET dirty = 1'
        """, in: copy)
    } else if example.hasPrefix("migtui repair") {
      // A database without a ledger.
      try shell("sqlite3 app.sqlite 'DROP TABLE grdb_migrations'", in: copy)
    } else if example.hasPrefix("migtui restore") {
      try shell("migtui step app.sqlite --yes > /dev/null", in: copy)
    }
    // Without `man`, only the page is printed.
    let hasMan = FileManager.default.fileExists(atPath: "/usr/bin/man")
    let line = hasMan ? example : example.replacing(" | man -l -", with: "")
    return try Program.run(["sh", "-c", line], in: copy.path, environment: environment(of: copy))
  }

  private func shell(_ script: String, in folder: TemporaryFolder) throws {
    let run = try Program.run(
      ["sh", "-ec", script], in: folder.path, environment: environment(of: folder))
    try #require(run.status == 0, "\(run.errors)")
  }

  private func environment(of folder: TemporaryFolder) -> [String: String] {
    let program = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return [
      "PATH": "\(program):\(path)", "XDG_STATE_HOME": self.folder.path("state"),
      "TMPDIR": folder.path,
    ]
  }

  // MARK: Manual page

  @Test func `the manual page has the examples, options and statuses of the help`() throws {
    let page = try BuiltProgram.run(["man"]).output
    let plain = page.replacingOccurrences(of: "\\-", with: "-")
    for command in try HelpPage.commands() {
      for example in try HelpPage(command).examples {
        #expect(plain.contains("\n\\fB\(example)\\fR\n"), "\(example)")
      }
    }
    for topic in ["OPTIONS", "EXIT STATUS", "FORMATS"] { #expect(plain.contains(".SH \(topic)\n")) }
  }

  @Test(arguments: [["mandoc", "-Tlint"], ["groff", "-man", "-ww", "-Tutf8", "-rLL=80n"]])
  func `the manual page renders without warnings`(renderer: [String]) throws {
    guard FileManager.default.fileExists(atPath: "/usr/bin/\(renderer[0])") else { return }
    try folder.write("migtui.1", try BuiltProgram.run(["man"]).output)
    let run = try Program.run(renderer + ["migtui.1"], in: folder.path)
    #expect((renderer[0] == "mandoc" ? run.output : "") + run.errors == "")
  }
}
