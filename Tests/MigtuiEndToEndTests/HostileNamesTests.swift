import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Names with special characters for shells, terminals, build servers and parsers, in every output.
struct HostileNamesTests {
  private static let names = [
    "a$(touch PWNED)", "b`touch PWNED`", "c\"d'e", "f\n::error::g", "h:i j", "-k",
    "<script>alert(1)<∕script>", "l|m", "n\u{1B}[31mred", "::error::o", "p%0Aq", "r,s",
    "=cmd|' ∕C calc'!A0", "##[error]t", "u\u{202E}v", "w\"\u{301},x", "]]>&y", "%%z", #"\w\"#,
    "x;touch PWNED", "y!!",
  ]

  private let folder: TemporaryFolder

  /// Gives each name to a table, a column, an index, a trigger, a value and a migration.
  ///
  /// Each migration changes a row and deletes one. The rows of `broken.sqlite` have no parents.
  init() throws {
    folder = try TemporaryFolder()
    for (number, name) in Self.names.enumerated() {
      let table = Self.quoted(name)
      try folder.write(
        "Migrations/\(Self.identifier(number)).sql",
        """
        UPDATE \(table) SET \(Self.quoted("fk" + name)) = \(Self.literal("new" + name));
        DELETE FROM \(table) WHERE \(table) = 'gone';

        """)
    }
    for database in ["app.sqlite", "broken.sqlite"] {
      var configuration = Configuration()
      configuration.foreignKeysEnabled = false
      let queue = try DatabaseQueue(path: folder.path(database), configuration: configuration)
      try queue.write { db in
        try db.execute(sql: "CREATE TABLE parent (id TEXT PRIMARY KEY)")
        for name in Self.names {
          let (table, key) = (Self.quoted(name), Self.quoted("fk" + name))
          try db.execute(
            sql: """
              CREATE TABLE \(table) (\(table) TEXT PRIMARY KEY, \(key) TEXT REFERENCES parent (id));
              CREATE INDEX \(Self.quoted("i" + name)) ON \(table) (\(key));
              CREATE TRIGGER \(Self.quoted("t" + name)) AFTER DELETE ON \(table) BEGIN SELECT 1; END;
              INSERT INTO \(table) VALUES ('gone', NULL);
              INSERT INTO parent VALUES (\(Self.literal("new" + name)));
              """)
          try db.execute(sql: "INSERT INTO \(table) VALUES (?, ?)", arguments: [name, name])
          if database == "app.sqlite" {
            try db.execute(sql: "INSERT INTO parent VALUES (?)", arguments: [name])
          }
        }
      }
      try queue.close()
    }
  }

  private static func identifier(_ number: Int) -> String {
    String(number + 100) + "_" + names[number]
  }

  private static func quoted(_ name: String) -> String { name.quotedDatabaseIdentifier }
  private static func literal(_ text: String) -> String { text.databaseValue.sqlLiteral }

  /// Runs the program and checks that its output contains no terminal control or build server
  /// command.
  @discardableResult
  private func migtui(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Program.Outcome {
    let outcome = try BuiltProgram.run(arguments, in: folder.path)
    expectHarmless(outcome, arguments, sourceLocation)
    return outcome
  }

  private func expectHarmless(
    _ outcome: Program.Outcome, _ arguments: [String], _ sourceLocation: SourceLocation
  ) {
    let isForGitHub = arguments.contains("github")
    for line in (outcome.output + outcome.errors).split(separator: "\n") {
      // GitHub interprets a line that begins with `::` as a command.
      let isCommand = !isForGitHub && line.contains(/^\s*::|##[a-z]*\[/)
      let isControl = line.unicodeScalars.contains {
        $0.value < 0x20 || $0.value == 0x7F || $0.value == 0x202E
      }
      #expect(!isCommand && !isControl, "\(arguments): \(line)", sourceLocation: sourceLocation)
    }
    #expect(!folder.names().contains("PWNED"), sourceLocation: sourceLocation)
  }

  @Test(arguments: ["app.sqlite", "broken.sqlite"])
  func `no output line of any command is a command to a build server`(database: String) throws {
    for arguments in [
      ["status"], ["plan"], ["dry-run"], ["dry-run", "--all", "--diff"], ["dry-run", "--trace"],
      ["violations"], ["violations", "--fix"], ["schema"], ["check"], ["repair"], ["show"],
      ["history"], ["restore", "--list"],
    ] {
      let words = [arguments[0], database] + arguments.dropFirst()
      let text = try BuiltProgram.run(words, in: folder.path)
      expectHarmless(text, words, #_sourceLocation)
      #expect(!text.output.isEmpty || !text.errors.isEmpty)
      let json = try BuiltProgram.run(words + ["--json"], in: folder.path)
      expectHarmless(json, words, #_sourceLocation)
      _ = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    }
    try migtui("schema", "app.sqlite", "broken.sqlite")
    try migtui("show", "app.sqlite", "f\n::error::g")
    try migtui("x\n::error::y", "z")
    // Both databases have the same migrations, so each shows half of them.
    let first = database == "app.sqlite" ? 0 : 1
    for number in stride(from: first, to: Self.names.count, by: 2) {
      #expect(try migtui("show", database, "--", Self.identifier(number)).status == 0)
    }
  }

  @Test func `files with hostile names are reported safely`() throws {
    let commands = ["violations", "history", "restore", "schema"]
    for (number, name) in Self.names.enumerated() where !name.hasPrefix("-") {
      try folder.write(name, String(repeating: "not a database ", count: 50))
      for command in ["status", commands[number % commands.count]] {
        #expect(try migtui(command, name).status != 70)
      }
    }
  }

  @Test func `a pasted --agree option applies each migration, and the history names it`() throws {
    let refused = try migtui("step", "app.sqlite", "--yes", "--all")
    let options = try #require(
      refused.errors.firstMatch(of: /To accept, add (.*)\. To accept only/)?.output.1)
    let step = try Program.run(
      ["bash", "-c", "'\(BuiltProgram.path)' step app.sqlite --yes --all \(options)"],
      in: folder.path)
    expectHarmless(step, ["step"], #_sourceLocation)
    #expect(step.status == 0, "\(options)")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    let ledger = try queue.read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
    }
    try queue.close()
    #expect(ledger == Self.names.indices.map(Self.identifier))
    try migtui("history", "app.sqlite", "--long")
    try migtui("history", "app.sqlite", "--json")
    try migtui("restore", "app.sqlite")
  }

  @Test func `a pasted repair option marks the migration that it names`() throws {
    for number in stride(from: 0, to: Self.names.count, by: 2) {
      let shown = try migtui("repair", "app.sqlite", "--mark-applied", Self.identifier(number))
      let option = try #require(shown.output.firstMatch(of: /\((--mark-applied.*)\)\n/)?.output.1)
      let done = try Program.run(
        ["bash", "-c", "'\(BuiltProgram.path)' repair app.sqlite --yes --no-backup \(option)"],
        in: folder.path)
      expectHarmless(done, ["repair"], #_sourceLocation)
      #expect(done.status == 0, "\(option)")
    }
  }

  @Test func `changed rows are exact as CSV and SQL, and safe as Markdown`() throws {
    let csv = try BuiltProgram.run(
      ["dry-run", "app.sqlite", "--all", "--rows", "csv"], in: folder.path)
    try folder.write("rows.csv", csv.output)
    let rows = try Program.run(
      [
        "sqlite3", "-json", ":memory:", ".import --csv rows.csv rows",
        "SELECT migration, \"table\", after FROM rows WHERE change = 'updated'",
      ], in: folder.path)
    let values = try #require(
      JSONSerialization.jsonObject(with: Data(rows.output.utf8)) as? [[String: String]])
    #expect(values.map { $0["migration"] } == Self.names.indices.map(Self.identifier))
    #expect(values.map { $0["table"] } == Self.names)
    #expect(values.map { $0["after"] } == Self.names.map { "new" + $0 })

    let sql = try BuiltProgram.run(
      ["dry-run", "app.sqlite", "--all", "--rows", "sql"], in: folder.path)
    try folder.write("rows.sql", sql.output)
    let run = try Program.run(
      ["sqlite3", "-bail", "app.sqlite", ".read rows.sql"], in: folder.path)
    #expect(run.status == 0 && run.errors == "")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    for name in Self.names {
      let rows = try queue.read {
        try String.fetchAll(
          $0, sql: "SELECT \(Self.quoted("fk" + name)) FROM \(Self.quoted(name))")
      }
      #expect(rows == ["new" + name])
    }
    try queue.close()

    let markdown = try migtui(
      "dry-run", "broken.sqlite", "--all", "--rows", "markdown",
      "--foreign-keys", "immediate")
    let tables = markdown.output.split(separator: "\n").drop { !$0.hasPrefix("## ") }
    #expect(tables.contains { $0.contains("l\\|m") })
    for line in tables {
      let marks = line.replacing(/\\./, with: "")
      #expect(!marks.contains("<") || marks.contains("<U+"), "\(line)")
      #expect(!marks.contains("`") && !marks.contains("["), "\(line)")
      if line.hasPrefix("| ") { #expect(marks.count { $0 == "|" } == 4, "\(line)") }
    }
  }

  @Test func `diagrams are valid, and names add no elements`() throws {
    let svg = try migtui("schema", "app.sqlite", "--diagram", "svg").output
    let reader = ElementNames()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(
      reader.names == ["svg", "title", "rect", "defs", "marker", "path", "g", "text"])
    let mermaid = try migtui("schema", "app.sqlite", "--diagram", "mermaid").output
    #expect(!mermaid.contains("<script") && !mermaid.contains("%%"))
    for line in mermaid.split(separator: "\n").dropFirst() {
      #expect(line.count { $0 == "\"" }.isMultiple(of: 2), "\(line)")
      #expect(line.contains(/^  (t\d+|  \w+ \w|\})/), "\(line)")
    }
  }

  @Test func `SARIF and GitHub findings refer to the correct files`() throws {
    let sarif = try migtui("check", "app.sqlite", "--generate", "none", "--report", "sarif").output
    let files = sarif.matches(of: /"uri": "(.*)"/).map { String($0.output.1) }
    #expect(Set(files).count == Self.names.count)
    for file in files {
      let path = try #require(URL(string: file)?.relativePath)
      #expect(FileManager.default.fileExists(atPath: folder.path(path)), "\(file)")
    }
    let lines = try migtui("check", "app.sqlite", "--generate", "none", "--report", "github").output
      .split(separator: "\n")
    // Each of the two statements of a file has a finding.
    #expect(lines.count == 2 * Self.names.count)
    let paths = Set(Self.names.indices.map { "Migrations/\(Self.identifier($0)).sql" })
    var found: Set<String> = []
    for line in lines {
      let properties = try #require(line.firstMatch(of: /^::error ([^:]*)::/)?.output.1)
      let values = properties.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
      #expect(values.map { $0[0] } == ["file", "line", "col", "title"] || values.count == 3)
      found.insert(values[0][1].removingPercentEncoding ?? "")
    }
    // Hidden characters are replaced by marks.
    for path in paths where !["\u{1B}", "\u{202E}", "\n"].contains(where: { path.contains($0) }) {
      #expect(found.contains(path), "\(path)")
    }
  }

  @Test func `statements that fix violations run in the sqlite3 shell`() throws {
    for (verb, ordinal) in [("UPDATE", 0), ("DELETE", 1), ("INSERT", 2)] {
      try? FileManager.default.removeItem(atPath: folder.path("copy.sqlite"))
      try FileManager.default.copyItem(
        atPath: folder.path("broken.sqlite"), toPath: folder.path("copy.sqlite"))
      let printed = try migtui("violations", "copy.sqlite", "--fix").output
      let statements = printed.split(separator: "\n").filter { $0.hasPrefix("    \(verb) ") }
      try folder.write("fix.sql", statements.joined(separator: "\n"))
      let run = try Program.run(
        ["sqlite3", "-bail", "copy.sqlite", ".read fix.sql"], in: folder.path)
      #expect(run.status == 0 && run.errors == "")
      // Names that SQL cannot escape are not printed, but JSON contains them.
      let left = try violations("copy.sqlite")
      #expect(left.count == Self.names.count - statements.count && left.count < 5)
      #expect(
        left.isEmpty || printed.contains("a name contains unprintable characters; use --json."))
      for remedies in left { try fix("copy.sqlite", remedies[ordinal]) }
      #expect(try violations("copy.sqlite").isEmpty)
    }
  }

  private func violations(_ database: String) throws -> [[String]] {
    let json = try migtui("violations", database, "--json").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let violations = try #require(object?["violations"] as? [[String: Any]])
    return try violations.map { violation in
      try #require(violation["remedies"] as? [[String: String]]).compactMap { $0["sql"] }
    }
  }

  private func fix(_ database: String, _ sql: String) throws {
    let run = try Program.run(["sqlite3", "-bail", database, sql], in: folder.path)
    #expect(run.status == 0 && run.errors == "", "\(sql)")
  }

  @Test func `new migrations with hostile titles run and contain only a comment`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("sql"), withIntermediateDirectories: true)
    for name in Self.names {
      #expect(try migtui("new", "--migrations", "sql", "--", name).status == 0)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("sql"))
    #expect(files.count == Self.names.count)
    for file in files {
      let text = try String(contentsOfFile: folder.path("sql/\(file)"), encoding: .utf8)
      #expect(text.hasPrefix("-- ") && text.count { $0 == "\n" } == 1, "\(file)")
      #expect(file.allSatisfy { $0.isLetter || $0.isNumber || "_.".contains($0) }, "\(file)")
    }
  }
}

private final class ElementNames: NSObject, XMLParserDelegate {
  var names: Set<String> = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    names.insert(name)
  }
}
