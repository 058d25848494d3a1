import MigratorEngine
import MigratorSources
import MigratorTestSupport
import Testing

@Suite struct GooseTests {
  private static let files = [
    "00001_clubs.sql": """
    -- +goose Up
    CREATE TABLE club (id INTEGER PRIMARY KEY);
    -- +goose StatementBegin
    CREATE TRIGGER t AFTER INSERT ON club BEGIN SELECT 1; SELECT 2; END;
    -- +goose StatementEnd
    -- +goose Down
    DROP TABLE club;
    """,
    "00002_players.sql": "-- +goose Up\nCREATE TABLE player (id INTEGER PRIMARY KEY);\n",
    "README.md": "no migration",
  ]

  @Test func `a step runs the way up alone and appends a row to the log`() throws {
    let project = try ToolProject(Goose(), files: Self.files)
    #expect(try project.step()?.failure == nil)
    #expect(
      try project.rows("SELECT id, version_id, is_applied FROM goose_db_version")
        == ["1|0|1", "2|1|1"])
    #expect(try project.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'") == ["'t'"])
    #expect(try project.states() == ["00001_clubs": .applied, "00002_players": .pending])
    try project.stepAll()
    #expect(try project.rows("SELECT max(version_id) FROM goose_db_version") == ["2"])
  }

  @Test func `the newest row of a version counts`() throws {
    let project = try ToolProject(
      Goose(), files: Self.files,
      sql: """
        CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER
          NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')));
        INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1), (1, 0);
        """)
    #expect(try project.states() == ["00001_clubs": .pending, "00002_players": .pending])
  }

  @Test func `a missing lower version stops every step, as goose stops`() throws {
    let project = try ToolProject(Goose(), files: Self.files)
    try project.stepAll()
    try project.folder.write("migrations/00000_no.sql", "-- +goose Up\nSELECT 1;")
    try project.folder.write("migrations/00003_last.sql", "-- +goose Up\nSELECT 1;\n")
    #expect(try project.status().obstacle == nil)
    try project.step()
    try project.folder.write("migrations/00002_players.sql", "-- +goose Up\nSELECT 1;\n")
    let status = try project.status()
    #expect(status.next == nil && status.obstacle == nil)
  }

  @Test func `a Go migration in the way is never jumped over`() throws {
    var files = Self.files
    files["00002_players.sql"] = nil
    files["00002_players.go"] = "package migrations"
    files["00003_more.sql"] = "-- +goose Up\nCREATE TABLE more (id);\n"
    let project = try ToolProject(Goose(), files: files)
    try project.step()
    #expect(
      try project.states()
        == ["00001_clubs": .applied, "00002_players": .code, "00003_more": .pending])
    #expect(try project.status().next == nil)
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(try project.rows("SELECT name FROM sqlite_master WHERE name = 'more'") == [])
  }
}
