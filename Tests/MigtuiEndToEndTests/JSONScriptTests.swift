import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// Does everything that an operator does, and reads only JSON.
struct JSONScriptTests {
  private let folder: TemporaryFolder
  private static let database = "app.sqlite"

  init() throws { folder = try TemporaryFolder() }

  private func run(_ command: String, _ arguments: String...) throws -> (
    status: Int32, json: [String: Any]
  ) {
    let outcome = try BuiltProgram.run(
      [command, Self.database] + arguments + ["--json"], in: folder.path)
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return (outcome.status, try #require(value as? [String: Any]))
  }

  private func fill() throws {
    try folder.makeDatabase(
      Self.database,
      sql: """
        CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, old TEXT);
        INSERT INTO club VALUES (1, 'Harbour', 'a'), (9007199254740993, 'Osa', 'b');
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('001_club');
        """)
    try folder.write(
      "Migrations/001_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, old TEXT);")
    try folder.write("Migrations/002_old.sql", "ALTER TABLE club DROP COLUMN old;")
    try folder.write(
      "Migrations/003_bad.sql", "UPDATE club SET name = 'x';\nINSERT INTO nix VALUES (1);")
  }

  /// The texts of the next action.
  private func next() throws -> [String: String] {
    let next = try #require(try run("status").json["next"] as? [String: Any])
    return next.compactMapValues { $0 as? String }
  }

  @Test func `a script accepts a loss, applies, restores and repairs using only JSON`() throws {
    try fill()
    let next = try next()
    #expect(next["subject"] == "002_old")
    #expect(next["command"] == "migtui dry-run \(Self.database) --all")
    let rehearsal = try run("dry-run")
    #expect(rehearsal.status == 1)
    #expect(rehearsal.json["exitStatus"] as? Int == 1)

    let refused = try run("step", "--yes")
    let error = try #require(refused.json["error"] as? [String: Any])
    #expect(refused.status == 1)
    #expect(error["exitStatus"] as? Int == 1)
    let consent = try #require(error["consent"] as? [[String: Any]])
    #expect(consent.map { $0["migration"] as? String } == ["002_old"])
    let phrases = consent.compactMap { $0["phrase"] as? String }
    #expect(phrases == (rehearsal.json["agree"] as? [String] ?? []))
    let accepted = try run("step", "--yes", "--agree", try #require(phrases.first))
    #expect(accepted.status == 0)
    #expect(try self.next()["subject"] == "003_bad")

    let failed = try run("step", "--yes")
    let failure = try #require(
      (failed.json["error"] as? [String: Any])?["failure"] as? [String: Any])
    #expect(failed.status == 2)
    #expect(failure["line"] as? Int == 2)
    #expect((failure["file"] as? String)?.hasSuffix("003_bad.sql") == true)

    let preview = try run("restore")
    #expect(preview.status == 1)
    #expect(try run("restore", "--yes").status == 0)
    #expect(try self.next()["subject"] == "002_old")

    let repairs = try run("repair", "--mark-applied", "2")
    let repair = try #require((repairs.json["repairs"] as? [[String: Any]])?.first)
    let arguments = try #require(repair["arguments"] as? [String])
    let done = try run("repair", try #require(arguments.first), "--yes")
    #expect(done.json["done"] as? Bool == true)
    #expect(try self.next()["subject"] == "003_bad")
    let queue = try DatabaseQueue(path: folder.path(Self.database))
    let old = try queue.read { try String.fetchAll($0, sql: "SELECT old FROM club ORDER BY id") }
    #expect(old == ["a", "b"])
    try queue.close()
  }

  @Test func `integers that a double cannot represent are written as strings`() throws {
    try fill()
    try folder.write("Migrations/002_old.sql", "UPDATE club SET name = upper(name);")
    let text = try BuiltProgram.run(
      ["dry-run", Self.database, "--json"], in: folder.path
    ).output
    #expect(text.contains("\"integer\": \"9007199254740993\""))
    #expect(!text.contains(": 9007199254740993"))
  }

  @Test(arguments: [["step", "--nope"], ["status"], ["nope", "--all"]])
  func `usage errors are JSON on standard output`(arguments: [String]) throws {
    let outcome = try BuiltProgram.run(arguments + ["--json"], in: folder.path)
    #expect(outcome.status == 64, "\(outcome.output)")
    #expect(outcome.output.contains("\"exitStatus\": 64"))
  }

  @Test func `a failed dry run reports its error and its exit status`() throws {
    try fill()
    try folder.write("Migrations/002_old.sql", "SELECT 1;")
    let outcome = try run("dry-run", "--all")
    #expect(outcome.json["exitStatus"] as? Int == 2)
    let error = try #require(outcome.json["error"] as? [String: Any])
    #expect(error["remedyCommand"] as? String == "migtui dry-run app.sqlite --all")
  }

  @Test(arguments: [
    ["show", "2"], ["show", "002"], ["show", "002_o"], ["plan", "--up-to", "002"],
    ["dry-run", "--up-to", "2"], ["repair", "--mark-applied", "002_"],
    ["step", "--yes", "--up-to", "2", "--agree", "2: lose 1 column"],
  ])
  func `a unique number or prefix identifies a migration`(arguments: [String]) throws {
    try fill()
    let outcome = try BuiltProgram.run(
      [arguments[0], Self.database] + arguments.dropFirst(), in: folder.path)
    #expect([0, 1].contains(outcome.status), "\(outcome.errors)")
    #expect((outcome.output + outcome.errors).contains("002_old"))
    #expect(!outcome.output.contains("003_bad"))
  }

  @Test(arguments: [
    ["show"], ["plan", "--up-to"], ["dry-run", "--up-to"], ["repair", "--mark-applied"],
  ])
  func `at most twenty candidates are listed for an ambiguous or unknown name`(arguments: [String])
    throws
  {
    try folder.makeDatabase(Self.database, sql: "CREATE TABLE a (b)")
    for number in 100..<140 { try folder.write("Migrations/\(number)_a.sql", "SELECT 1;") }
    for (name, count) in [("nope", 20), ("10", 10), ("1", 20)] {
      let outcome = try BuiltProgram.run(
        [arguments[0], Self.database] + arguments.dropFirst() + [name], in: folder.path)
      #expect(outcome.status == 64)
      #expect(outcome.errors.components(separatedBy: "_a").count - 1 == count, "\(outcome.errors)")
    }
  }

  @Test func `a schema is not reported as complete if applied migrations are unknown`() throws {
    try folder.makeDatabase(
      Self.database,
      sql: """
        CREATE TABLE a (b); INSERT INTO a VALUES (1);
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1_a'), ('2_gone'), ('3_gone');
        """)
    try folder.write("Migrations/1_a.sql", "CREATE TABLE a (b);")
    let outcome = try BuiltProgram.run(["schema", Self.database], in: folder.path)
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("2_gone"))
    #expect(!outcome.output.contains("what the applied migrations produce"))
  }

  @Test(arguments: [
    "ALTER TABLE Award RENAME TO award;",
    "CREATE TABLE __new_Award (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO __new_Award SELECT id, 1 FROM Award; DROP TABLE Award; ALTER TABLE __new_Award RENAME TO Award;",
  ])
  func `an object that exists does not prove that the migration ran`(sql: String) throws {
    try folder.makeDatabase(
      Self.database,
      sql: """
        CREATE TABLE Award (id INTEGER PRIMARY KEY); INSERT INTO Award VALUES (1);
        CREATE TABLE __new_Award (id INTEGER PRIMARY KEY, n INTEGER);
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1_a');
        """)
    try folder.write("Migrations/1_a.sql", "CREATE TABLE Award (id INTEGER PRIMARY KEY);")
    try folder.write("Migrations/2_b.sql", sql)
    let failed = try BuiltProgram.run(["dry-run", Self.database], in: folder.path)
    #expect(failed.status == 2)
    let repair = try run("repair")
    #expect((repair.json["repairs"] as? [Any])?.isEmpty == true)
  }

  @Test func `an applied but unrecorded migration can be recorded`() throws {
    try folder.makeDatabase(
      Self.database,
      sql: """
        CREATE TABLE a (b); CREATE TABLE c (d);
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1_a');
        """)
    try folder.write("Migrations/1_a.sql", "CREATE TABLE a (b);")
    try folder.write("Migrations/2_b.sql", "CREATE TABLE c (d);")
    #expect(try BuiltProgram.run(["dry-run", Self.database], in: folder.path).status == 2)
    let repairs = try run("repair").json["repairs"] as? [[String: Any]]
    let arguments = try #require(repairs?.first?["arguments"] as? [String])
    #expect(try run("repair", try #require(arguments.first), "--yes").status == 0)
    #expect(try run("status").status == 0)
  }

  @Test func `in-memory databases and URIs are refused, and version is accepted as a command`()
    throws
  {
    for name in [":memory:", "file:app.sqlite"] {
      let outcome = try BuiltProgram.run(["status", name], in: folder.path)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("not the path of a file"))
    }
    #expect(try BuiltProgram.run(["version"], in: folder.path).status == 0)
    #expect(!(try BuiltProgram.run(["help", "nope"], in: folder.path).errors.contains("open?")))
  }
}
