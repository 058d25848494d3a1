import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct GooseTests {
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
  private static let ledger = """
    CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER
      NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')));
    INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1);
    """

  @Test func `a step runs only the up section and appends a row to the log`() throws {
    let project = try ToolProject(Goose(), files: Self.files)
    #expect(try project.step()?.failure == nil)
    #expect(
      try project.rows(
        """
        SELECT id, version_id, typeof(version_id), is_applied, typeof(is_applied), typeof(tstamp),
          tstamp GLOB '????-??-?? ??:??:??' FROM goose_db_version
        """) == ["1|0|'integer'|1|'integer'|'text'|1", "2|1|'integer'|1|'integer'|'text'|1"])
    #expect(try project.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'") == ["'t'"])
    #expect(try project.states() == ["00001_clubs": .applied, "00002_players": .pending])
    try project.stepAll()
    #expect(try project.rows("SELECT max(version_id) FROM goose_db_version") == ["2"])
  }

  @Test func `only the newest row of a version counts`() throws {
    let project = try ToolProject(
      Goose(), files: Self.files,
      sql: Self.ledger
        + "INSERT INTO goose_db_version (version_id, is_applied) VALUES (1, 1), (1, 0);")
    #expect(try project.states() == ["00001_clubs": .pending, "00002_players": .pending])
  }

  @Test func `an old log with down migrations is read, and its times are shown`() throws {
    let project = try ToolProject(
      Goose(), files: Self.files,
      sql: Self.ledger + """
        INSERT INTO goose_db_version (version_id, is_applied, tstamp) VALUES
          (1, 1, '2019-01-01 00:00:00'), (2, 1, '2019-01-02 00:00:00'),
          (2, 0, '2019-01-03 00:00:00'), (1, 0, '2019-01-04 00:00:00'),
          (1, 1, '2019-01-05 00:00:00');
        """)
    #expect(try project.states() == ["00001_clubs": .applied, "00002_players": .pending])
    #expect(try project.status().migrations.first?.appliedAt == "2019-01-05 00:00:00")
    try project.step()
    #expect(
      try project.rows("SELECT version_id, is_applied FROM goose_db_version ORDER BY id").suffix(2)
        == ["1|1", "2|1"])
  }

  @Test func `a step adds the row for version 0 to a log without rows`() throws {
    let project = try ToolProject(
      Goose(), files: Self.files, sql: Self.ledger + "DELETE FROM goose_db_version;")
    try project.step()
    #expect(try project.rows("SELECT version_id FROM goose_db_version ORDER BY id") == ["0", "1"])
  }

  @Test func `a missing lower version blocks every step, as in goose`() throws {
    let project = try ToolProject(Goose(), files: Self.files)
    try project.stepAll()
    // goose counts from 1 and does not treat lower numbers as migrations.
    try project.folder.write("migrations/00000_no.sql", "-- +goose Up\nSELECT 1;")
    #expect(try project.status().obstacle == nil)
    try project.folder.write("migrations/00004_last.sql", "-- +goose Up\nSELECT 1;\n")
    try project.stepAll()
    try project.folder.write("migrations/00003_late.sql", "-- +goose Up\nSELECT 1;\n")
    try project.folder.write("migrations/00005_more.sql", "-- +goose Up\nSELECT 1;\n")
    let status = try project.status()
    #expect(status.next == nil)
    #expect(status.obstacle?.message.contains("00003_late") == true)
    #expect(try project.states()["00003_late"] == .outOfOrder)
    #expect(throws: MigrationError.self) { try project.step() }
  }

  @Test func `a pending Go migration blocks later migrations`() throws {
    var files = Self.files
    files["00002_players.sql"] = nil
    files["00002_players.go"] = "package migrations"
    files["00002_players_test.go"] = "package migrations"
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

  @Test func `only goose can run files that use environment variables`() throws {
    let project = try ToolProject(
      Goose(), files: ["1_a.sql": "-- +goose Up\n-- +goose ENVSUB ON\nSELECT '${HOME}';\n"])
    #expect(try project.states() == ["1_a": .code])
  }

  @Test func `a new migration is named like the existing ones`() throws {
    #expect(
      try ToolProject(Goose(), files: Self.files).newFiles("Add Teams") == ["00003_add_teams.sql"])
  }

  @Test func `the states of random folders and logs match a simple model`() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<50 {
      let numbers = Set((0..<6).map { _ in Int64.random(in: 1...9, using: &random) })
      let project = try ToolStates.folder(
        Goose(),
        Dictionary(uniqueKeysWithValues: numbers.map { ("\($0)_x.sql", "-- +goose Up\n") }))
      for _ in 0..<15 {
        var log: [(Int64, Bool)] = [(0, true)]
        for _ in 0..<Int.random(in: 0...12, using: &random) {
          log.append((.random(in: 1...10, using: &random), Bool.random(using: &random)))
        }
        let rows = log.enumerated().map { index, entry in
          [
            "id": DatabaseValue.number(Int64(index)), "version_id": .number(entry.0),
            "is_applied": .number(entry.1 ? 1 : 0),
          ]
        }
        let states = try ToolStates(project, rows: rows.shuffled(using: &random))

        // The model: the last row of each number counts, and any gap blocks every step.
        let applied = numbers.union(1...10).filter { number in
          log.last { $0.0 == number }?.1 ?? false
        }
        let highest = applied.max() ?? 0
        let gaps = numbers.filter { $0 < highest && !applied.contains($0) }
        var expected = applied.subtracting(numbers).map { "\($0) unregistered" }
        for number in numbers {
          let isLate = numbers.contains { $0 > number && applied.contains($0) }
          let open = isLate ? "outOfOrder" : "pending"
          expected.append("\(number)_x \(applied.contains(number) ? "applied" : open)")
        }
        #expect(Set(states.lines) == Set(expected))
        #expect(
          states.report.migrations.filter { $0.state != .unregistered }.map(\.identifier)
            == numbers.sorted().map { "\($0)_x" })
        let next = numbers.filter { !applied.contains($0) }.min()
        #expect(states.next == (gaps.isEmpty ? next.map { "\($0)_x" } : nil))
      }
    }
  }

  @Test(arguments: [
    ("UPDATE goose_db_version SET tstamp = 'x' WHERE version_id = 1;", 1, 0),
    ("UPDATE goose_db_version SET id = 9 WHERE version_id = 1;", 0, 1),
  ])
  func `changes that a migration makes to ledger rows with the same key are reported`(
    sql: String, changed: Int64, gone: Int64
  ) throws {
    let project = try ToolProject(Goose(), files: Self.files)
    try project.step()
    try project.folder.write("migrations/00002_players.sql", "-- +goose Up\n\(sql)\n")
    let report = try DryRun.run(
      path: project.databasePath, migrator: project.toolFolder().migrator(),
      temporaryDirectory: project.folder.path)
    let rows = try #require(report.steps.first?.rows.first { $0.table == "goose_db_version" })
    #expect(
      [rows.updated, rows.changed ?? 0, rows.deleted, rows.inserted] == [
        changed, changed, gone, gone,
      ])
    guard case .compared(let columns, let unmatched) = rows.values else {
      Issue.record("They were not compared.")
      return
    }
    #expect(unmatched == gone)
    #expect(columns.map(\.column) == (changed > 0 ? ["tstamp"] : []))
    #expect(columns.allSatisfy { $0.changes.replaced == 1 })
    // Either way, the original ledger data is lost.
    #expect(!Losses(of: report.steps).isEmpty)
  }
}
