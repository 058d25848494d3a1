import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

/// Other tools' migrations on the screens: states, times, notes and obstacles.
struct ToolScreenTests {
  private static let obstacle = StepObstacle(
    "sqlx stops: version 3 failed.", remedy: "Fix what it left, then clear its failure.")

  private static let migrations = [
    MigrationStatus(
      identifier: "1_clubs", state: .applied, isCompleted: true,
      script: SQLScript(file: "1_clubs.sql", text: "CREATE TABLE club (id);"),
      foreignKeyChecks: .deferred, appliedAt: "2024-05-06 07:08:09"),
    MigrationStatus(
      identifier: "2_players", state: .changed, isCompleted: true,
      script: SQLScript(file: "2_players.sql", text: "CREATE TABLE player (id);"),
      foreignKeyChecks: .deferred, appliedAt: "2024-05-06 07:08:10",
      note: "The file differs from the applied version only in line endings."),
    MigrationStatus(
      identifier: "3_scores", state: .dirty,
      script: SQLScript(
        file: "3_scores.sql", source: "-- up\nVACUUM;\n-- down\nSELECT 1;\n",
        running: [6..<14]), foreignKeyChecks: .deferred, transaction: .none),
    MigrationStatus(identifier: "4_late", state: .skipped, note: "The tool will never run it."),
    MigrationStatus(identifier: "5_code", state: .code, note: "It is Go. Run goose up-by-one."),
  ]

  /// The console before anything has been loaded.
  private static func begun(columns: Int, rows: Int) -> ConsoleModel {
    var model = ConsoleModel(
      context: ConsoleContext(
        databasePath: "data/app.sqlite", glyphs: .unicode, readOnlyReason: nil),
      size: Size(columns: columns, rows: rows))
    _ = model.begin()
    return model
  }

  private func model(columns: Int, rows: Int) -> ConsoleModel {
    var model = Self.begun(columns: columns, rows: rows)
    let status = StatusReport(
      migrations: Self.migrations, ledgerName: "_sqlx_migrations", obstacle: Self.obstacle)
    _ = model.update(
      .work(
        .overview(
          .success(
            Story.overview(
              status,
              origin: MigrationOrigin(
                title: "sqlx · migrations/ (beside)", place: "migrations/",
                evidence: "sqlx: _sqlx_migrations(…)", usesForeignLedger: true))))))
    return model
  }

  @Test(arguments: [(40, 12), (80, 24), (200, 60)])
  func `the tool's obstacle is shown at the migration that it blocks`(columns: Int, rows: Int) {
    let screen = render(model(columns: columns, rows: rows))
    Golden.expect(screen.grid.text, "obstacle-\(columns)x\(rows)")
  }

  @Test func `the first screen selects the migration that is blocked and explains the obstacle`() {
    var model = model(columns: 80, rows: 24)
    #expect(model.screens.migrations.selected(in: model.scene)?.identifier == "3_scores")
    #expect(model.notice?.text == "Blocked: sqlx stops: version 3 failed.")
    for key in [Key.char("d"), .char("s"), .char("a")] {
      #expect(model.press(key) == [])
      #expect(model.notice?.text.contains("sqlx stops: version 3 failed.") == true)
    }
    #expect(render(model).grid.text.contains("R repair"))
  }

  @Test func `the first screen shows where applying all migrations would stop`() {
    var model = Self.begun(columns: 80, rows: 24)
    let status = StatusReport(
      migrations: [
        MigrationStatus(identifier: "1_a", state: .pending, isNext: true),
        MigrationStatus(
          identifier: "2_b", state: .code,
          obstacle: StepObstacle("2_b.go is a Go migration.", remedy: "Run it there.")),
        MigrationStatus(identifier: "3_c", state: .pending),
      ], ledgerName: "goose_db_version")
    _ = model.update(.work(.overview(.success(Story.overview(status)))))
    #expect(
      model.notice?.text == "Stops before 2_b: 2_b.go is a Go migration. 1 more would follow.")
  }

  /// The console with a list in which one file is unusable.
  private static func unusable(_ next: MigrationStatus.State) -> ConsoleModel {
    let obstacle = StepObstacle(problems: [
      FileProblem(
        file: "Migrations/003_seats.sql",
        location: ScriptLocation(file: "Migrations/003_seats.sql", line: 7, column: 12, offset: 90),
        message: "the string that begins here has no closing quote.",
        remedy: "Close it; until then neither it nor what comes after it is run.")
    ])
    func migration(_ name: String, _ state: MigrationStatus.State) -> MigrationStatus {
      MigrationStatus(
        identifier: name, state: state, isNext: state == .pending && name == "002_matches",
        script: state == .unusable
          ? nil : SQLScript(file: "Migrations/\(name).sql", text: "SELECT 1;"),
        foreignKeyChecks: .deferred, note: state == .unusable ? obstacle.description : nil,
        obstacle: state == .unusable ? obstacle : nil)
    }
    var model = begun(columns: 80, rows: 24)
    let status = StatusReport(
      migrations: [
        migration("001_clubs", .applied), migration("002_matches", next),
        migration("003_seats", .unusable), migration("004_prices", .pending),
      ], obstacle: next == .applied ? obstacle : nil)
    _ = model.update(.work(.overview(.success(Story.overview(status)))))
    return model
  }

  @Test func `an unusable file is marked and shown with its problem, and cannot be applied`() {
    var model = Self.unusable(.applied)
    #expect(model.screens.migrations.selected(in: model.scene)?.identifier == "003_seats")
    Golden.expect(render(model).grid.text, "unusable-80x24")
    for key in [Key.char("d"), .char("s"), .char("a")] {
      #expect(model.press(key) == [])
      #expect(model.notice?.text.contains("003_seats.sql:7:12: ") == true)
    }
    let file = "Migrations/003_seats.sql"
    #expect(
      model.press(.char("o")) == [.run(.editor(paths: ["Migrations/\(file)", file], line: 7))])
  }

  @Test func `a migration before an unusable file can be applied, but applying all is refused`() {
    var model = Self.unusable(.pending)
    #expect(
      model.notice?.text.hasPrefix("Stops before 003_seats: Migrations/003_seats.sql:7:12: ")
        == true)
    for keys in [[Key.end, .char("d")], [.char("a")]] {
      #expect(keys.flatMap { model.press($0) } == [])
      #expect(model.notice?.text.contains("003_seats.sql:7:12: ") == true)
    }
    #expect(model.press(.char("s")) != [])
  }

  @Test
  func `the first screen shows the obstacle before notes on the migrations`() {
    func notice(_ obstacle: StepObstacle?) -> String? {
      var model = Self.begun(columns: 80, rows: 24)
      let status = StatusReport(
        migrations: [MigrationStatus(identifier: "1_a", state: .pending, isNext: obstacle == nil)],
        obstacle: obstacle)
      let origin = MigrationOrigin(
        title: "App/ (beside)", place: "App/", evidence: "seen",
        notes: ["One is left out.", "Two."],
        usesForeignLedger: true)
      _ = model.update(.work(.overview(.success(Story.overview(status, origin: origin)))))
      return model.notice?.text
    }
    #expect(notice(nil) == "One is left out. · Two.")
    #expect(
      notice(Self.obstacle)
        == "Blocked: sqlx stops: version 3 failed. · One is left out. · Two.")
  }

  @Test func `the first screen reports a ledger that is newer than the files`() {
    var model = Self.begun(columns: 80, rows: 24)
    let status = StatusReport(
      migrations: [
        MigrationStatus(identifier: "1_a", state: .applied),
        MigrationStatus(identifier: "2_b", state: .unregistered),
      ], newer: ["2_b"])
    _ = model.update(.work(.overview(.success(Story.overview(status)))))
    #expect(model.notice?.text.contains("the ledger is newer: 2_b is") == true)
    #expect(model.press(.char("s")) == [])
    #expect(model.notice?.text.contains("the ledger is newer") == true)
  }

  @Test func `a migration registered in code is distinguished from an unregistered one`() {
    var model = Self.begun(columns: 160, rows: 30)
    // As for an app's own migrator: neither the SQL nor the foreign key checks are known.
    let status = StatusReport(
      migrations: [
        MigrationStatus(identifier: "code", state: .pending, isNext: true),
        MigrationStatus(identifier: "gone", state: .unregistered),
      ], ledgerName: "grdb_migrations")
    _ = model.update(.work(.overview(.success(Story.overview(status, code: ["code"])))))
    #expect(render(model).grid.text.contains("This migration is Swift code"))
    _ = model.press(.down)
    #expect(render(model).grid.text.contains("No file defines this"))
  }

  @Test func `the parts of a file that the tool does not run are dimmed`() {
    let lines = SQLText.numbered(
      Self.migrations[2].script ?? SQLScript(file: "", text: ""), failedLine: nil)
    let dim = lines.map { $0.spans.allSatisfy { $0.style == Style(.dim) } }
    #expect(dim == [true, false, true, true])
  }
}
