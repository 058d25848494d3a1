import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// `migtui.conf` in the folder of the migrations and in its parent.
struct ProjectSettingsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "Migrations/1_club.sql",
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
      CREATE INDEX club_name ON club (name);
      """)
    try folder.write("Migrations/2_slim.sql", "DROP INDEX club_name;\nDELETE FROM club;\n")
    try folder.write("data/readme", "")
    try folder.makeDatabase("data/app.sqlite", sql: "")
  }

  @discardableResult
  private func migtui(_ arguments: String..., user: String? = nil) throws -> Program.Outcome {
    try user.map { _ = try folder.write("user/migtui/migtui.conf", $0) }
    return try BuiltProgram.run(
      arguments, in: folder.path,
      environment: [
        "XDG_CONFIG_HOME": folder.path("user"), "XDG_STATE_HOME": folder.path("state"),
      ])
  }

  private func settings(_ text: String, in place: String = "Migrations/migtui.conf") throws {
    try folder.write(place, text)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  // MARK: Severities

  @Test func `the most specific file determines a severity, and the option overrides all files`()
    throws
  {
    let line = ": LOSES index club_name, not re-created. [lost-rule]"
    func severity(_ arguments: String...) throws -> String {
      let output = try BuiltProgram.run(
        ["check"] + arguments, in: folder.path,
        environment: ["XDG_CONFIG_HOME": folder.path("user")]
      ).output
      let found = output.split(separator: "\n").first { $0.contains(line) }
      return found.map { String($0.dropLast(line.count).split(separator: " ").last ?? "") } ?? "off"
    }
    func set(_ severity: String) -> String { "[check]\nlost-rule = \(severity)\n" }
    #expect(try severity() == "warning")
    try settings(set("error"), in: "user/migtui/migtui.conf")
    #expect(try severity() == "error")
    try settings(set("note"), in: "data/migtui.conf")
    #expect(try severity("data/app.sqlite") == "note")
    #expect(try severity() == "error")
    try settings(set("off"), in: "migtui.conf")
    #expect(try severity("data/app.sqlite") == "off")
    #expect(try severity() == "off")
    try settings(set("warning"))
    #expect(try severity("data/app.sqlite") == "warning")
    #expect(try severity("--rule", "lost-rule=error") == "error")
    #expect(try severity("--rule", "lost-rule=off") == "off")
  }

  @Test func `settings affect the exit status and findings in files that cannot be run`() throws {
    try settings("[check]\nlost-data = warning\n")
    #expect(try migtui("check").status == 0)
    try settings("[check]\nlost-data = warning\nlost-rule = error\n")
    #expect(try migtui("check").status == 1)
    try folder.write("Migrations/3_bad.sql", "SELECT 'never closed")
    try settings("[check]\nunreadable = note\n")
    #expect(try migtui("check").output.contains("3_bad.sql:1:8: note: "))
  }

  @Test func `the parent of a repository is not part of the project`() throws {
    try settings("[check]\nlost-data = off\n", in: "migtui.conf")
    #expect(try migtui("check").status == 0)
    try folder.write("Migrations/.git/HEAD", "")
    #expect(try migtui("check").status == 1)
    #expect(try migtui("check", "--migrations", "Migrations/").status == 1)
    try settings("[check]\nlost-data = off\n")
    #expect(try migtui("check", "--migrations", "./Migrations/").status == 0)
  }

  // MARK: Consents

  @Test(arguments: [
    ("migtui.conf", "Migrations/2_slim.sql"), ("migtui.conf", "2_slim.sql"),
    ("Migrations/migtui.conf", "2_slim.sql"),
    ("Migrations/migtui.conf", "../Migrations/2_slim.sql"),
  ])
  func `a line in the settings accepts the findings of a file in every report`(
    place: String, file: String
  ) throws {
    try settings("# Published\n[accept]\n\(file) = lost-data -- see issue # 5\n", in: place)
    let text = try migtui("check")
    #expect(text.status == 0, "\(text)")
    #expect(text.output.contains("Migrations/2_slim.sql:2:1: note: Loses "))
    #expect(text.output.contains("    accepted in \(place):3: see issue # 5\n"))
    #expect(!text.output.contains("unused-consent"))
    #expect(try migtui("check", "--report", "github").output.contains("Accepted: see issue # 5"))
    let sarif = try migtui("check", "--report", "sarif").output
    #expect(sarif.contains("\"justification\": \"see issue # 5\""))
    #expect(sarif.contains("\"kind\": \"external\""))
    let findings = try object(migtui("check", "--json").output)["findings"] as? [[String: Any]]
    let consent = findings?.compactMap { $0["consent"] as? [String: Any] }.first
    #expect(consent?["file"] as? String == place)
    #expect(consent?["line"] as? Int == 3)
    #expect(try migtui("check", "--report", "html").output.contains("see issue"))
    // Only `check` reads it.
    try migtui("step", "--yes", "data/app.sqlite")
    try folder.write(
      "Migrations/2_slim.sql", "INSERT INTO club VALUES (1, 'x');\nDROP TABLE club;\n")
    #expect(try migtui("step", "--yes", "data/app.sqlite").status == 1)
  }

  @Test func `several rules can be accepted for a file, and its name can contain an equals sign`()
    throws
  {
    try FileManager.default.moveItem(
      atPath: folder.path("Migrations/2_slim.sql"),
      toPath: folder.path("Migrations/2_a = b [x].sql"))
    try settings(
      """
      [accept]
      2_a = b [x].sql = lost-data -- rebuilt
      2_a = b [x].sql = lost-rule -- not needed [any more]
      """)
    let outcome = try migtui("check", "--strict")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("accepted in Migrations/migtui.conf:3: not needed [any more]"))
  }

  @Test(arguments: [
    ("2_slim.sql = broken -- no", true), ("2_slin.sql = lost-data -- typing error", true),
    ("migtui.conf = lost-data -- not a migration", true),
    // These rules are not examined, or the file can belong to other migrations.
    ("2_slim.sql = newer-sqlite -- no", false), ("2_slim.sql = edited -- no", false),
    ("2_slim.sql = slow -- no", false), ("2_slim.sql = hint-type-name -- no", false),
    ("../other/2_slim.sql = lost-data -- of another app", false),
  ])
  func `an unused accept line is reported as a finding at its location`(
    line: String, isReported: Bool
  )
    throws
  {
    try folder.write("other/2_slim.sql", "")
    try settings("[accept]\n\n\(line)\n")
    let outcome = try migtui("check")
    #expect(outcome.output.contains("[unused-consent]") == isReported, "\(outcome)")
    let words = "Migrations/migtui.conf:3: warning: No migration file "
    #expect(outcome.output.contains(words) == isReported, "\(outcome)")
    #expect(
      try migtui("check", "--report", "github").output.contains(
        "file=Migrations/migtui.conf,line=3,title=unused-consent") == isReported)
  }

  @Test
  func `without generated rows, accept lines for lost data are not reported as unused`() throws {
    try settings("[accept]\n2_slim.sql = lost-data -- rebuilt\n")
    #expect(!(try migtui("check", "--generate", "none").output.contains("unused-consent")))
  }

  // MARK: Invalid lines

  @Test(
    arguments: [
      ("[check]\nlost-dat = error", 2, "Unknown rule \"lost-dat\". Use lost-data, lost-rule."),
      ("[check]\nslow = fatal", 2, "Unknown severity \"fatal\". Use off, note, warning, error."),
      ("[accept]\n2_slim.sql", 2, "Write a setting as NAME = VALUE."),
      ("[accept]\n2_slim.sql =", 2, "Write FILE = RULE -- REASON."),
      ("[accept]\n2_slim.sql = lost-dat -- x", 2, "No rule is named lost-dat."),
      ("[accept]\n2_slim.sql = lost-data", 2, "No reason is given for accepting lost-data."),
      ("[accept]\na = failed -- x", 2, "Findings of the rule failed cannot be accepted."),
      (
        "[accept]\na = lost-data -- x\na = lost-data -- y", 3,
        "a (lost-data) is already set on line 2."
      ),
      ("[tool]\nforeign-keys = yes", 2, "Write on or off, not \"yes\"."),
      ("[tool]\nforeign_keys = on", 2, "Unknown setting \"foreign_keys\". Use foreign-keys."),
      (
        "[checks]", 1,
        "Unknown section [checks]; the sections are [colours], [keys], [check], [accept] and [tool]."
      ),
      ("theme = drak", 1, "Unknown theme \"drak\""),
    ])
  func `an invalid line causes an error with its file and line`(
    text: String, line: Int, words: String
  ) throws {
    try settings(text + "\n")
    let outcome = try migtui("status", "data/app.sqlite")
    #expect(outcome.status == 78)
    #expect(outcome.errors.contains("Migrations/migtui.conf:\(line): \(words)"), "\(outcome)")
    #expect(outcome.errors.contains("No changes were made."))
  }

  @Test(arguments: ["migtui.conf", "Migrations/migtui.conf"])
  func `an invalid line causes an error in every command that reads the migrations`(
    place: String
  ) throws {
    try settings("[check]\nslow = fatal\n", in: place)
    for command in ["status", "dry-run", "step", "plan"] {
      let outcome = try migtui(command, "data/app.sqlite")
      #expect(outcome.status == 78, "\(command): \(outcome)")
      #expect(outcome.errors.contains("\(place):2: Unknown severity \"fatal\"."), "\(outcome)")
    }
    let check = try migtui("check", "--report", "github")
    #expect(check.status == 78)
    #expect(check.output.hasPrefix("::error file=\(place),line=2,col=1,title=unreadable::"))
    #expect(try object(migtui("check", "--json").output)["errors"] as? Int == 1)
  }

  // MARK: Read-only

  @Test(arguments: ["migtui.conf", "Migrations/migtui.conf"])
  func `read-only settings next to the migrations apply to a database elsewhere`(place: String)
    throws
  {
    let migrations = ["--migrations", "Migrations"]
    func run(_ arguments: String...) throws -> Program.Outcome {
      try BuiltProgram.run(
        arguments + ["data/app.sqlite"] + (arguments[0] == "restore" ? [] : migrations),
        in: folder.path, environment: ["XDG_STATE_HOME": folder.path("state")])
    }
    #expect(try run("step", "--yes").status == 0)
    try settings("read-only = on\n", in: place)
    // The file next to the database does not lift the restriction.
    try settings("read-only = off\n", in: "data/migtui.conf")
    let before = try folder.bytes("data/app.sqlite")
    for command in [
      ["step", "--yes"], ["repair", "--mark-applied", "2_slim", "--yes"], ["restore", "--yes"],
    ] {
      let outcome = try BuiltProgram.run(
        command + ["data/app.sqlite"] + migrations, in: folder.path,
        environment: ["XDG_STATE_HOME": folder.path("state")])
      #expect(outcome.status == 77, "\(command): \(outcome)")
      #expect(outcome.errors.contains("\(place):1 sets read-only = on"), "\(outcome)")
    }
    #expect(try folder.bytes("data/app.sqlite") == before)
    #expect([0, 1].contains(try run("dry-run").status))
    #expect(try migtui("check").status == 1)
  }

  // MARK: Foreign keys

  private static let rebuild = [
    "1_club.sql": """
    CREATE TABLE club (id INTEGER PRIMARY KEY);
    CREATE TABLE fan (
      id INTEGER PRIMARY KEY, name TEXT, club INTEGER REFERENCES club ON DELETE CASCADE);
    """,
    "2_club.sql": """
    CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO n (id) SELECT id FROM club;
    DROP TABLE club;
    ALTER TABLE n RENAME TO club;
    """,
  ]

  private func project(_ format: String, _ name: (String) -> String) throws {
    try FileManager.default.removeItem(atPath: folder.path("Migrations"))
    for (file, sql) in Self.rebuild {
      let text = format == "goose" ? "-- +goose Up\n\(sql)" : sql
      try folder.write("Migrations/\(name(file))", text)
    }
  }

  @Test(arguments: [("goose", ""), ("golang-migrate", ".up")])
  func `the setting states whether the project's connections enforce foreign keys`(
    format: String, ending: String
  ) throws {
    try project(format) { $0.replacing(".sql", with: "\(ending).sql") }
    func check(_ arguments: String...) throws -> Program.Outcome {
      try BuiltProgram.run(["check", "--format", format] + arguments, in: folder.path)
    }
    let unknown = try check()
    #expect(unknown.status == 0, "\(unknown)")
    #expect(unknown.output.hasSuffix(", foreign keys off).\n"))
    try settings("[tool]\nforeign-keys = on\n")
    let on = try check()
    #expect(on.status == 1, "\(on)")
    #expect(on.output.contains("generated rows of fan. [lost-data]"), "\(on)")
    #expect(on.output.hasSuffix(", foreign keys on).\n"))
    // The file of the folder overrides that of its parent, and the option overrides both.
    try settings("[tool]\nforeign-keys = off\n", in: "migtui.conf")
    #expect(try check().output.hasSuffix(", foreign keys on).\n"))
    for mode in ["off", "deferred"] {
      let off = try check("--foreign-keys", mode)
      #expect(off.status == 0, "\(off)")
      #expect(off.output.hasSuffix(", foreign keys off).\n"))
    }
    #expect(try check("--foreign-keys", "immediate").output.hasSuffix(", foreign keys on).\n"))
    let run = try migtui("dry-run", "data/app.sqlite", "--all", "--format", format)
    let words = "with foreign-keys = on (Migrations/migtui.conf:2) runs this with foreign keys on"
    #expect(run.output.contains(words), "\(run)")
    try settings("[tool]\nforeign-keys = off\n")
    #expect(
      !(try migtui("dry-run", "data/app.sqlite", "--all", "--format", format).output.contains(
        "runs this with foreign keys on")))
  }

  @Test func `the setting overrides the driver of a Drizzle project`() throws {
    try project("drizzle") { "000" + $0 }
    try folder.write("package.json", "{\"dependencies\": {\"better-sqlite3\": \"11\"}}")
    try folder.write(
      "Migrations/meta/_journal.json",
      """
      {"version": "7", "dialect": "sqlite", "entries": [
        {"idx": 0, "version": "6", "when": 1, "tag": "0001_club", "breakpoints": true},
        {"idx": 1, "version": "6", "when": 2, "tag": "0002_club", "breakpoints": true}]}
      """)
    #expect(try migtui("check").output.contains("foreign keys on"))
    try settings("[tool]\nforeign-keys = off\n", in: "migtui.conf")
    #expect(try migtui("check").output.contains("foreign keys off"))
  }

  @Test func `the setting is ignored with a warning if the tool opens the database`() throws {
    try project("d1") { "000" + $0 }
    try settings("[tool]\nforeign-keys = off\n")
    let outcome = try migtui("check", "--format", "d1")
    #expect(outcome.output.contains("foreign keys on"), "\(outcome)")
    #expect(
      outcome.errors.contains(
        "note: foreign-keys = off (Migrations/migtui.conf:2) is ignored: Cloudflare D1 itself "),
      "\(outcome)")
    #expect(try migtui("check", "--format", "grdb").errors.contains("is ignored: GRDB "))
  }
}
