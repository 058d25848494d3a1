import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// An unusable file is listed and only blocks commands that need it.
struct UnusableFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: """
        CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO club VALUES (1, 'Harbour');
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1_club');
        """)
    try folder.write(
      "Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);\n")
    try folder.write("Migrations/2_note.sql", "CREATE TABLE note (id INTEGER PRIMARY KEY);\n")
    try folder.write("Migrations/3_open.sql", "SELECT 1;\nSELECT 'never closed\n")
    try folder.write("Migrations/4_more.sql", "CREATE TABLE more (id INTEGER PRIMARY KEY);\n")
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path)
  }

  private func ledger() throws -> [String] {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    return try queue.read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY 1")
    }
  }

  private static let place = "Migrations/3_open.sql:2:8: "

  @Test func `status lists the migrations and reports the unusable file with its line`() throws {
    let status = try migtui("status", "app.sqlite")
    #expect(status.status == 78)
    let lines = status.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.contains("applied   1_club"), "\(status.output)")
    #expect(lines.contains("pending   2_note  ← next"))
    #expect(lines.contains("unusable  3_open"))
    #expect(lines.contains("pending   4_more"))
    #expect(status.output.contains("1 applied, 2 pending, 1 unusable"))
    #expect(status.output.contains("stop: Stops before 3_open: \(Self.place)"))
    #expect(status.errors.contains(Self.place) && status.errors.contains("Close it"))
  }

  @Test func `JSON contains the problem with its location`() throws {
    let status = try migtui("status", "--json", "app.sqlite")
    #expect(status.status == 78)
    let value = try JSONSerialization.jsonObject(with: Data(status.output.utf8))
    let members = try #require(value as? [String: Any])
    #expect((members["counts"] as? [String: Any])?["unusable"] as? Int == 1)
    let migrations = try #require(members["migrations"] as? [[String: Any]])
    #expect(
      migrations.map { $0["state"] as? String } == ["applied", "pending", "unusable", "pending"])
    #expect(migrations.map { ($0["problems"] as? [Any])?.count } == [0, 0, 1, 0])
    let problem = try #require((migrations[2]["problems"] as? [[String: Any]])?.first)
    #expect(problem["file"] as? String == "Migrations/3_open.sql")
    #expect(problem["line"] as? Int == 2 && problem["column"] as? Int == 8)
    #expect((problem["message"] as? String)?.hasSuffix(".") == true)
    #expect((problem["remedy"] as? String)?.hasPrefix("Close it") == true)
  }

  @Test(arguments: [
    ["step", "--all", "--yes", "app.sqlite"],
    ["step", "--all", "--yes", "--no-dry-run", "app.sqlite"],
    ["dry-run", "--all", "app.sqlite"], ["dry-run", "--up-to", "3_open", "app.sqlite"],
    ["dry-run", "--up-to", "4_more", "--trace", "app.sqlite"], ["show", "app.sqlite", "3_open"],
  ])
  func `commands that would run, skip or show an unusable file are refused at once`(
    arguments: [String]
  ) throws {
    let before = try folder.bytes("app.sqlite")
    let outcome = try BuiltProgram.run(arguments, in: folder.path)
    #expect(outcome.status == 78, "\(outcome)")
    #expect(outcome.errors.contains(Self.place), "\(outcome)")
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(try ledger() == ["1_club"])
  }

  @Test(arguments: [
    (["show", "app.sqlite", "1_club"], Int32(0), "CREATE TABLE club"),
    (["show", "app.sqlite"], 0, "CREATE TABLE note"),
    (["drift", "app.sqlite"], 0, "The schema is what the applied migrations produce"),
    (["violations", "app.sqlite"], 0, "No row breaks"),
    (["repair", "app.sqlite"], 0, "No repair applies"),
    (["dry-run", "app.sqlite"], 0, "2_note  ok"),
    (["dry-run", "--up-to", "2_note", "app.sqlite"], 0, "2_note  ok"),
    (["plan", "--up-to", "2_note", "app.sqlite"], 1, "1  2_note"),
    (["plan", "app.sqlite"], 78, "1  2_note"),
  ])
  func `commands that do not need the unusable file work`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let outcome = try BuiltProgram.run(arguments, in: folder.path)
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.output.contains(words), "\(outcome)")
    #expect(!outcome.output.contains("4_more"), "\(outcome)")
    #expect(outcome.errors.contains(Self.place) == (status == 78), "\(outcome)")
  }

  @Test func `a step can apply the migrations before an unusable file`() throws {
    let first = try migtui("step", "--yes", "app.sqlite")
    #expect(first.status == 0, "\(first)")
    #expect(try ledger() == ["1_club", "2_note"])
    let second = try migtui("step", "--yes", "app.sqlite")
    #expect(second.status == 78 && second.errors.contains(Self.place), "\(second)")
    #expect(try migtui("show", "app.sqlite").status == 78)
    #expect(try migtui("repair", "--mark-applied", "4_more", "--yes", "app.sqlite").status == 78)
    #expect(try ledger() == ["1_club", "2_note"])
    // Once fixed, the migration runs like any other.
    try folder.write("Migrations/3_open.sql", "SELECT 1;\nSELECT 'closed';\n")
    #expect(try migtui("step", "--all", "--yes", "app.sqlite").status == 0)
    #expect(try ledger().count == 4)
  }

  @Test func `an unusable applied file blocks commands that replay it, but does not block steps`()
    throws
  {
    try folder.write("Migrations/3_open.sql", "SELECT 1;\n")
    try folder.write("Migrations/1_club.sql", "CREATE TABLE club (id INTEGER, \"name);\n")
    let status = try migtui("status", "app.sqlite")
    #expect(status.status == 78)
    #expect(status.output.contains("applied  1_club\n"), "\(status.output)")
    #expect(status.output.contains("  Migrations/1_club.sql:1:"), "\(status.output)")
    let drift = try migtui("drift", "app.sqlite")
    #expect(drift.status == 78 && drift.errors.contains("Migrations/1_club.sql:1:"), "\(drift)")
    #expect(try migtui("step", "--all", "--yes", "app.sqlite").status == 0)
    #expect(try ledger().count == 4)
    #expect(try migtui("status", "app.sqlite").status == 78)
  }

  @Test func `check reports every problem in the files and the folder`() throws {
    try folder.write("Migrations/5_wide.sql", bytes: [0xFF, 0xFE, 0x41, 0x00])
    let check = try migtui("check", "app.sqlite")
    #expect(check.status == 1)
    let lines = check.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("\(Self.place)error: ") && lines[0].hasSuffix(" [unreadable]"))
    #expect(lines[2].hasPrefix("Migrations/5_wide.sql:1:1: error: the file is UTF-16"))
    #expect(lines.last?.hasPrefix("2 migrations tried on a copy: 2 errors, 0 warnings.") == true)
    #expect(lines.last?.hasSuffix(" Not tried: 3_open, 5_wide.") == true)
    #expect(lines.count == 5)
    // If the order is ambiguous, no list is shown.
    try folder.write("Migrations/05_twin.sql", "SELECT 1;")
    let both = try migtui("check", "app.sqlite")
    #expect(both.status == 1)
    #expect(both.output.contains(Self.place) && both.output.contains("5_wide.sql:1:1: "))
    #expect(both.output.contains("both have version 5"))
    #expect(both.output.contains("3 errors"))
    let status = try migtui("status", "app.sqlite")
    #expect(status.status == 78 && status.output.isEmpty)
    #expect(status.errors.contains(Self.place))
  }

  @Test func `in linear mode, the list shows the unusable file and the reason`() throws {
    try folder.write("keys", "down\na\nq\n")
    let talk = try Program.run(
      ["sh", "-c", "exec '\(BuiltProgram.path)' --linear app.sqlite < keys"], in: folder.path)
    #expect(talk.status == 0, "\(talk)")
    #expect(talk.output.contains("3_open, unusable"), "\(talk)")
    #expect(talk.output.contains("No step: \(Self.place)"), "\(talk)")
  }
}
