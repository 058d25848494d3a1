import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// `migtui new --from` runs the migration on a copy of the database before it keeps the file.
struct NewRehearsalTests {
  private let folder: TemporaryFolder

  private static let start = """
    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT, code TEXT, motto TEXT);
    CREATE TABLE player (id INTEGER PRIMARY KEY, club INT);

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("Migrations/001_start.sql", Self.start)
    try folder.makeDatabase(
      sql: Self.start + """
        INSERT INTO club VALUES (1, 'AIK', '007', 'alone'), (2, 'AIK', '12', NULL), (3, NULL, NULL, 'x');
        INSERT INTO player VALUES (1, 1), (2, 9);
        """)
  }

  /// Writes the migration to a changed schema; other connections hold the database meanwhile.
  private func new(_ old: String, _ new: String, _ options: String...) throws -> Program.Outcome {
    try self.new(old, new, options)
  }

  private func new(_ old: String, _ new: String, _ options: [String]) throws -> Program.Outcome {
    try folder.write("wanted.sql", Self.start.replacing(old, with: new))
    let before = try folder.bytes("app.sqlite")
    let reader = try DatabaseQueue(path: folder.path("app.sqlite"))
    defer { try? reader.close() }
    return try reader.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN IMMEDIATE")
      let outcome = try BuiltProgram.run(
        ["new", "change", "--to", "wanted.sql", "--from", "app.sqlite"] + options,
        in: folder.path)
      try db.execute(sql: "ROLLBACK")
      #expect(try folder.bytes("app.sqlite") == before)
      return outcome
    }
  }

  private var isWritten: Bool { folder.names().contains("Migrations/002_change.sql") }

  @Test func `the output lists rows, drops and lost values of the database`() throws {
    let outcome = try new(
      "code TEXT, motto TEXT", "code INT", "--no-renames", "--agree", "lose 1 value")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for line in [
      "Tried on a copy of app.sqlite: it succeeds.",
      "  intended drop: column motto of club, with 2 values",
      "  LOSES 1 value of club.code: 1 overwritten",
      "  club: 3 rows",
    ] {
      #expect(outcome.errors.contains(line), "\(outcome.errors)")
    }
    #expect(isWritten)
  }

  @Test(arguments: [[], ["--agree", "lose 2 values"], ["--agree", "lose 1 row"]])
  func `values that a new type does not keep require consent`(options: [String]) throws {
    let outcome = try new("code TEXT, motto TEXT", "code INT, motto TEXT", options)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.output == "" && !isWritten)
    for words in [
      "On a copy of app.sqlite, the migration loses data. No file was written.",
      "  LOSES 1 value of club.code: 1 overwritten", "code: '007' → 7",
      "add --agree \"lose 1 value\".",
    ] {
      #expect(outcome.errors.contains(words), "\(words): \(outcome.errors)")
    }
    // The other value is only stored with another type.
    #expect(!outcome.errors.contains("'12'"))
  }

  @Test func `a full-text table that is copied to other columns requires no consent`() throws {
    let start = "CREATE VIRTUAL TABLE page USING fts5(head, body);"
    try folder.write("Migrations/001_start.sql", start)
    try FileManager.default.removeItem(atPath: folder.path("app.sqlite"))
    try folder.makeDatabase(sql: start + "INSERT INTO page VALUES ('one', 'two');")
    try folder.write("wanted.sql", start.replacing("body", with: "content"))
    let outcome = try BuiltProgram.run(
      [
        "new", "change", "--to", "wanted.sql", "--from", "app.sqlite", "--rename",
        "page.body=content",
      ], in: folder.path)
    #expect(outcome.status == 0 && isWritten, "\(outcome)")
  }

  @Test func `values that are dropped on purpose require no consent`() throws {
    let outcome = try new(", motto TEXT", "", "--no-renames")
    #expect(outcome.status == 0 && isWritten, "\(outcome)")
    let other = try BuiltProgram.run(
      ["new", "change", "--to", "wanted.sql", "--agree", "lose 1 value"], in: folder.path)
    #expect(other.status == 64 && other.errors.contains("--agree requires --from."))
  }

  @Test(arguments: [
    ("name TEXT", "name TEXT UNIQUE", "UNIQUE constraint failed: club.name", "name 'AIK': 2 rows"),
    (
      "code TEXT", "code TEXT CHECK (code <> '12')", "CHECK constraint failed",
      "id 2, code '12'"
    ),
    ("club INT", "club INT REFERENCES club", "from player(club) to club(id)", "[id:2 club:9]"),
  ])
  func `a migration that fails on the database is not written, and the rows are listed`(
    old: String, new: String, reason: String, row: String
  ) throws {
    let outcome = try self.new(old, new)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.output == "" && !isWritten)
    #expect(outcome.errors.contains("On a copy of app.sqlite, the migration fails: "))
    for words in [reason, row, "No file was written."] {
      #expect(outcome.errors.contains(words), "\(words): \(outcome.errors)")
    }
    // Other databases may have other rows.
    let other = try BuiltProgram.run(["new", "change", "--to", "wanted.sql"], in: folder.path)
    #expect(other.status == 0 && isWritten, "\(other.errors)")
  }

  /// golang-migrate does not check foreign keys.
  @Test func `no file is written if rows violate a new foreign key that the tool does not check`()
    throws
  {
    try folder.write("m/000001_start.up.sql", Self.start)
    let outcome = try new(
      "club INT", "club INT REFERENCES club", "--migrations", "m", "--format", "golang-migrate")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.errors.contains("No file was written."))
    #expect(folder.names().filter { $0.hasPrefix("m/") }.count == 1)
  }
}
