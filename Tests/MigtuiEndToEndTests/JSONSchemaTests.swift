import Foundation
import MigratorEngine
import MigratorSchema
import MigratorSession
import MigratorTestSupport
import Testing

/// Validates the JSON output of every command against the documented schema.
struct JSONSchemaTests {
  private let folder: TemporaryFolder
  private let schema = JSONSchema.shared
  private var definitions: [String: Any] { schema.definitions }

  init() throws { folder = try TemporaryFolder() }

  /// Runs a command and returns the differences between its JSON and the schema.
  private func flaws(_ name: String, _ arguments: String...) throws -> [String] {
    try flaws(name, arguments)
  }

  private func flaws(_ name: String, _ arguments: [String]) throws -> [String] {
    let outcome = try BuiltProgram.run(arguments + ["--json"], in: folder.path)
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return schema.flaws(of: value, as: name)
  }

  @Test(arguments: ["grdb", "goose", "golang-migrate", "drizzle", "sqlx"])
  func `the JSON of each command matches the schema`(format: String) throws {
    #expect(try flaws("demo", "demo", "--into", "demo", "--format", format) == [])
    let database = "demo/matchday.sqlite"
    for (name, arguments) in [
      ("status", []), ("plan", []), ("show", []), ("schema", []), ("repair", []), ("history", []),
      ("violations", ["--limit", "3"]), ("dry-run", ["--all"]), ("dry-run", ["--trace"]),
      ("check", []),
    ] as [(String, [String])] {
      let outcome = try BuiltProgram.run(
        [name, database] + arguments + ["--json"], in: folder.path)
      let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      #expect(schema.flaws(of: value, as: name) == [])
    }
  }

  @Test func `the JSON of unseen changes, text keys and failures matches the schema`() throws {
    try folder.makeDatabase(
      sql: """
        PRAGMA foreign_keys = OFF;
        CREATE TABLE word (id TEXT PRIMARY KEY, n INTEGER);
        INSERT INTO word VALUES ('a', 1), ('b', 2), ('c', 3);
        CREATE TABLE bare (a, b); INSERT INTO bare VALUES (1, 2), (3, 4);
        CREATE TABLE child (id INTEGER PRIMARY KEY, word TEXT REFERENCES word);
        INSERT INTO child VALUES (1, 'b');
        """)
    try folder.write(
      "Migrations/1_a.sql", "UPDATE word SET n = n + 1; DELETE FROM word WHERE n = 4;")
    try folder.write(
      "Migrations/2_b.sql",
      "CREATE TABLE n (a, b); INSERT INTO n SELECT a, 9 FROM bare; DROP TABLE bare; ALTER TABLE n RENAME TO bare;"
    )
    try folder.write(
      "Migrations/3_c.sql", "UPDATE bare SET rowid = rowid + 50; DELETE FROM bare WHERE a = 1;")
    try folder.write(
      "Migrations/4_d.sql",
      "-- migtui: no-transaction\nDELETE FROM bare;\nINSERT INTO nowhere VALUES (1);")
    #expect(try flaws("dry-run", "dry-run", "app.sqlite", "--all", "--trace") == [])
    #expect(try flaws("step", "step", "app.sqlite", "--all", "--yes", "--no-dry-run") == [])
    #expect(try flaws("history", "history", "app.sqlite") == [])
    try folder.write("empty/1_a.sql", "SELECT 1;")
    try folder.makeDatabase(
      "done.sqlite",
      sql: """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1_a');
        """)
    #expect(try flaws("step", "step", "done.sqlite", "--migrations", "empty") == [])
    #expect(try flaws("step", "step", "done.sqlite", "--migrations", "empty", "--yes") == [])
    #expect(try flaws("dry-run", "dry-run", "done.sqlite", "--migrations", "empty") == [])
  }

  @Test func `the JSON of unusable files matches the schema`() throws {
    try folder.makeDatabase(sql: "CREATE TABLE club (id INTEGER PRIMARY KEY)")
    try folder.write("Migrations/1_a.sql", "CREATE TABLE a (b);")
    try folder.write("Migrations/2_b.sql", "-- migtui: fast\nSELECT 1;")
    for name in ["status", "plan", "check"] { #expect(try flaws(name, name, "app.sqlite") == []) }
    #expect(try flaws("error", "show", "app.sqlite", "2_b") == [])
    #expect(try flaws("error", "dry-run", "--all", "app.sqlite") == [])
  }

  @Test func `the JSON of a step, its history and its restore matches the schema`() throws {
    let database = "demo/matchday.sqlite"
    #expect(try flaws("demo", "demo", "--into", "demo") == [])
    #expect(try flaws("error", "step", database) == [])
    #expect(try flaws("step", "step", database, "--yes") == [])
    #expect(try flaws("history", "history", database) == [])
    #expect(try flaws("restore", "restore", database, "--list") == [])
    #expect(try flaws("restore", "restore", database) == [])
    #expect(try flaws("restore", "restore", database, "--yes") == [])
  }

  @Test func `the JSON of commands without a database, and of failures, matches the schema`() throws
  {
    #expect(try flaws("keys", "keys") == [])
    try folder.write("m/001_a.sql", "CREATE TABLE a (x INT);")
    #expect(try flaws("new", "new", "a name", "--migrations", "m") == [])
    try folder.write("wanted.sql", "CREATE TABLE a (x INT); CREATE TABLE b (y INT NOT NULL);")
    #expect(try flaws("new", "new", "b", "--migrations", "m", "--to", "wanted.sql") == [])
    try folder.write("other.sql", "CREATE TABLE a (z INT); CREATE TABLE c (y INT NOT NULL);")
    #expect(try flaws("new", "new", "c", "--migrations", "m", "--to", "other.sql") == [])
    try folder.makeDatabase("a.sqlite", sql: "CREATE TABLE a (x INT); INSERT INTO a VALUES (1)")
    for (name, sql) in [("new", "x INT, y INT"), ("error", "x INT CHECK (x > 1)")] {
      try folder.write("other.sql", "CREATE TABLE a (\(sql));")
      let options = ["--migrations", "m", "--from", "a.sqlite", "--to", "other.sql"]
      #expect(try flaws(name, ["new", "d"] + options) == [])
    }
    try folder.write("sql/1_a.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY);")
    #expect(try flaws("generate", "generate", "sql", "--into", "types") == [])
    #expect(try flaws("error", "status", "nowhere.sqlite") == [])
  }

  @Test func `every command that prints JSON is in the schema`() throws {
    let commands = try HelpPage.commands()
    let others: Set = ["open", "completions", "man", "help"]
    #expect(commands.count > 10)
    for command in commands where !others.contains(command) {
      #expect(definitions[command] != nil, "\(command)")
    }
  }

  /// Returns the members of an enum, without null; a path leads through properties and elements.
  private func members(_ path: String) -> Set<String> {
    let parts = path.split(separator: ".").map(String.init)
    var schema = definitions[parts[0]] as? [String: Any]
    for part in parts.dropFirst() {
      while let inner = schema?["items"] as? [String: Any] { schema = inner }
      schema = (schema?["properties"] as? [String: Any])?[part] as? [String: Any]
    }
    if let elements = schema?["additionalProperties"] as? [String: Any] { schema = elements }
    return Set((schema?["enum"] as? [Any] ?? []).compactMap { $0 as? String })
  }

  @Test func `the enums of the schema are those of the program`() {
    let states = Set(MigrationStatus.State.allCases.map(\.rawValue))
    let checks = Set(ForeignKeyChecks.allCases.map(\.rawValue))
    for path in ["status.migrations", "plan.steps", "show"] {
      #expect(members("\(path).state") == states)
      #expect(members("\(path).foreignKeyChecks") == checks)
    }
    let severities = CheckFinding.Severity.allCases.filter { $0 != .off }
    #expect(members("check.findings.severity") == Set(severities.map(\.rawValue)))
    let objects: Set = ["unique index", "index", "trigger", "view", "full-text index"]
    #expect(members("migrationReport.losses.objects.kind") == objects)
    let kinds = Set(Loss.Kind.allCases.filter { $0 != .object }.map(\.rawValue))
    #expect(members("history.events.losses.list.kind") == kinds.union(objects).union(["former"]))
    let reasons = Set(StepReport.Values.Reason.allCases.map(\.rawValue))
    #expect(members("tableRows.values.reason") == reasons)
    #expect(members("tableRows.changes.reason") == reasons)
    #expect(members("migrationReport.losses.unseen.reason") == reasons.union(["noRows"]))
    let uncounted = StatementTrace.Violations.Reason.allCases.map(\.rawValue)
    #expect(members("dry-run.trace.violations.notCounted") == Set(uncounted))
    #expect(
      members("schemaChanges.changes.kind") == Set(SchemaObject.Kind.allCases.map(\.rawValue)))
    #expect(
      members("schemaChanges.changes.differences.aspects.what")
        == Set(ColumnClause.allCases.map { "\($0)" }))
  }

  @Test(arguments: [
    (#"{"a": "x", "b": null}"#, true), (#"{"a": "x", "b": "y"}"#, true),
    (#"{"a": "z", "b": null}"#, false), (#"{"a": null, "b": null}"#, false),
    (#"{"a": "x", "b": null, "c": 1}"#, false), (#"{"a": "x"}"#, false),
    (#"{"a": 1, "b": null}"#, false),
  ])
  func `the validator rejects unknown members of objects and of enums`(
    text: String, isValid: Bool
  ) throws {
    let schema = try JSONSchema(
      text: """
        {"$defs": {"it": {
          "type": "object", "additionalProperties": false, "required": ["a", "b"],
          "properties": {
            "a": {"type": "string", "enum": ["x", "y"]},
            "b": {"type": ["string", "null"], "enum": ["y", null]}
          }}}}
        """)
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(schema.flaws(of: value, as: "it").isEmpty == isValid)
  }

  @Test func `the validator reports a keyword that it does not check`() throws {
    let schema = try JSONSchema(text: #"{"$defs": {"it": {"type": "string", "pattern": "a"}}}"#)
    #expect(schema.flaws(of: "b", as: "it") == [#"it: the keywords ["pattern"] are not checked"#])
  }

  @Test func `every property has a description in plain English`() throws {
    var count = 0
    func visit(_ schema: Any?, _ path: String) {
      guard let schema = schema as? [String: Any] else { return }
      for (name, property) in schema["properties"] as? [String: Any] ?? [:] {
        let description = (property as? [String: Any])?["description"] as? String ?? ""
        let words = description.split(separator: " ")
        #expect(words.count > 2 && words.count <= 25, "\(path).\(name): \(description)")
        #expect(description.first?.isUppercase == true, "\(path).\(name): \(description)")
        #expect(description.hasSuffix("."), "\(path).\(name): \(description)")
        count += 1
        visit(property, "\(path).\(name)")
      }
      visit(schema["items"], path + "[]")
      visit(schema["additionalProperties"], path)
    }
    for (name, schema) in definitions { visit(schema, name) }
    #expect(count > 200)
  }
}
