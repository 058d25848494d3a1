import MigratorSchema
import TerminalUI

@testable import MigrationConsole
@testable import MigratorEngine
@testable import MigratorSession

/// The in-memory data drawn by the pure tests: a football club's database just before migration
/// 011.
enum Story {
  static let playerBefore = """
    CREATE TABLE player (
      id INTEGER PRIMARY KEY,
      clubId INTEGER REFERENCES club(id),
      name TEXT NOT NULL
    )
    """
  static let playerAfter = """
    CREATE TABLE player (
      id INTEGER PRIMARY KEY,
      clubId INTEGER NOT NULL REFERENCES club(id),
      name TEXT NOT NULL
    )
    """
  static let script = SQLScript(
    file: "011_players_need_a_club.sql",
    text: """
      -- migtui: foreign-keys immediate
      -- Every player belongs to a club from now on.
      CREATE TABLE new_player (
        id INTEGER PRIMARY KEY,
        clubId INTEGER NOT NULL REFERENCES club(id),
        name TEXT NOT NULL
      );
      INSERT INTO new_player SELECT id, clubId, name FROM player;
      DROP TABLE player;
      ALTER TABLE new_player RENAME TO player;
      """)

  static func object(_ kind: SchemaObject.Kind, _ name: String, _ table: String, _ sql: String)
    -> SchemaObject
  {
    SchemaObject(kind: kind, name: name, tableName: table, sql: sql)
  }

  static let schemaBefore = SchemaSnapshot(objects: [
    object(.table, "club", "club", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT)"),
    object(.table, "player", "player", playerBefore),
    object(.index, "player_on_email", "player", "CREATE INDEX player_on_email ON player(name)"),
  ])
  static let schemaAfter = SchemaSnapshot(objects: [
    object(.table, "club", "club", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT)"),
    object(.table, "player", "player", playerAfter),
  ])

  static func status(next: String = "011_players_need_a_club") -> StatusReport {
    var migrations: [MigrationStatus] = []
    func add(_ name: String, _ state: MigrationStatus.State, script: SQLScript? = nil) {
      let isRegistered = state != .unregistered
      migrations.append(
        MigrationStatus(
          identifier: name, state: state, isNext: name == next, isCompleted: state == .applied,
          script: script
            ?? (isRegistered ? SQLScript(file: "\(name).sql", text: "SELECT 1;") : nil),
          foreignKeyChecks: isRegistered ? .deferred : nil))
    }
    for name in [
      "001_create_clubs", "002_create_players", "003_player_emails", "004_matches", "005_line_up",
      "006_scores", "007_venues", "008_referees", "009_seasons", "010_match_reports",
    ] { add(name, .applied) }
    add("009b_backfill", .outOfOrder)
    add("hotfix-2024", .unregistered)
    migrations.append(
      MigrationStatus(
        identifier: "011_players_need_a_club", state: .pending,
        isNext: next == "011_players_need_a_club", script: script, foreignKeyChecks: .immediate))
    add("012_leagues", .pending)
    add("013_drop_legacy_scores", .pending)
    return StatusReport(migrations: migrations)
  }

  static let facts = DatabaseFacts(
    path: "app.sqlite", fileSize: 412_000_000, walSize: 0, journalMode: "wal", encoding: "UTF-8",
    pageSize: 4096, userVersion: 0, applicationID: 0, schemaVersion: 42, isReadOnly: false)

  static func overview(
    _ status: StatusReport = status(), code: [String] = [], origin: MigrationOrigin = origin,
    tracesStatements: Bool = true
  ) -> SessionOverview {
    SessionOverview(
      facts: facts, status: status, schema: schemaBefore,
      fingerprint: DatabaseFingerprint(value: "state 1"),
      registered: status.migrations.filter { $0.script != nil }.map {
        RegisteredMigration(identifier: $0.identifier, script: $0.script)
      } + code.map { RegisteredMigration(identifier: $0) }, origin: origin,
      tracesStatements: tracesStatements)
  }

  static let origin = MigrationOrigin(
    title: "Migrations/ (beside)", shortTitle: "Migrations/", place: "Migrations/")

  static func tried(_ report: DryRunReport, _ scope: MigrationScope = .next) -> SessionDryRun {
    SessionDryRun(report: report, scope: scope, registered: overview().registered)
  }

  static func prepared(
    _ report: DryRunReport, _ scope: MigrationScope = .next,
    of overview: SessionOverview = overview()
  ) -> StepPreparation {
    let dryRun = tried(report, scope)
    let good = report.steps.filter { $0.failure == nil }.map(\.identifier)
    guard !good.isEmpty else { return .failed(overview, dryRun) }
    return .ready(
      PreparedStep(
        overview: overview,
        migrations: overview.status.migrations.filter { good.contains($0.identifier) },
        dryRun: dryRun, agreements: dryRun.agreements,
        backups: BackupPlan(
          occasion: .step("011"), path: "data/app.sqlite.before-011"), runner: DatabaseMigrator()))
  }

  /// The prepared step of a session that could not make a copy.
  static func unseen(_ failure: MigrationError) -> StepPreparation {
    let overview = overview()
    let next = overview.status.migrations.filter(\.isNext)
    return .ready(
      PreparedStep(
        overview: overview, migrations: next, dryRun: nil, copyFailure: failure,
        agreements: next.map {
          Agreement(
            digest: AgreementDigest(of: $0.identifier, label: "011", text: nil, losses: nil),
            kind: nil, count: 0)
        },
        backups: BackupPlan(
          occasion: .step("011"), path: "data/app.sqlite.before-011"), runner: DatabaseMigrator()))
  }

  static let lossyStep = StepReport(
    identifier: "011_players_need_a_club", seconds: 0.42, statementCount: 4,
    schemaBefore: schemaBefore, schemaAfter: schemaAfter,
    rows: [
      StepReport.TableRows(
        table: "player", before: 12_400, after: 12_400, inserted: 12_400, deleted: 12_400,
        isRecreated: true),
      StepReport.TableRows(
        table: "report", before: 8_120, after: 0, deleted: 8_120, cascaded: 8_120),
    ], violations: ViolationCounts(before: 3, after: 3, added: 0),
    space: StepSpace(
      pageSize: 4096, pagesBefore: 100_000, pagesAfter: 100_512, freePagesAfter: 12,
      writtenPages: 900))

  static let harmlessStep = StepReport(
    identifier: "011_players_need_a_club", seconds: 0.004, statementCount: 1,
    schemaBefore: schemaBefore,
    schemaAfter: SchemaSnapshot(
      objects: schemaBefore.objects + [
        object(.table, "league", "league", "CREATE TABLE league (id INTEGER PRIMARY KEY)")
      ]),
    space: StepSpace(pageSize: 4096, pagesBefore: 100_000, pagesAfter: 100_001, writtenPages: 4))

  static let failure = MigrationFailure(
    identifier: "011_players_need_a_club", phase: .body, message: "no such column: clubIdd",
    extendedResultCode: 1,
    statement: ScriptStatement(
      sql: "INSERT INTO new_player SELECT id, clubIdd, name FROM player;",
      location: ScriptLocation(file: script.file, line: 8, column: 1, offset: 230)),
    location: ScriptLocation(file: script.file, line: 8, column: 36, offset: 265))

  static let failedStep = StepReport(
    identifier: "011_players_need_a_club", seconds: 0.01, schemaBefore: schemaBefore,
    schemaAfter: schemaBefore, failure: failure)

  static func dryRun(_ steps: StepReport...) -> DryRunReport {
    DryRunReport(
      steps: steps, schemaBefore: schemaBefore,
      schemaAfter: steps.last?.schemaAfter ?? schemaBefore,
      fingerprint: DatabaseFingerprint(value: "state 1"), copiedBytes: 412_000_000,
      copySeconds: 1.2)
  }

  static func violation(_ rowID: Int64, club: Int64, name: String) -> ViolationDetail {
    ViolationDetail(
      violation: ForeignKeyViolation(
        originTable: "player", originRowID: rowID, destinationTable: "club", foreignKeyId: 0),
      description: "FOREIGN KEY constraint violation - from player(clubId) to club(id), in "
        + "[id:\(rowID) clubId:\(club) name:\"\(name)\" score:1000]",
      foreignKey: ForeignKeyInfo(
        originTable: "player", destinationTable: "club", id: 0, originColumns: ["clubId"],
        destinationColumns: ["id"]),
      row: [
        ViolationDetail.Field(column: "id", value: rowID.databaseValue),
        ViolationDetail.Field(column: "clubId", value: club.databaseValue),
        ViolationDetail.Field(column: "name", value: name.databaseValue),
        ViolationDetail.Field(column: "score", value: 1000.databaseValue),
      ],
      missingKey: [ViolationDetail.Field(column: "clubId", value: club.databaseValue)],
      remedies: [
        ViolationDetail.Remedy(
          sql: "UPDATE player SET clubId = NULL WHERE rowid = \(rowID);", note: "forget the club"),
        ViolationDetail.Remedy(
          sql: "DELETE FROM player WHERE rowid = \(rowID);", note: "drop the row"),
      ])
  }

  static let violations = [
    violation(1017, club: 42, name: "O'Brien"), violation(2210, club: 42, name: "Ōe 大江"),
    violation(3001, club: 77, name: "\u{1B}]0;pwned\u{07}Bobby\u{202E}"),
    ViolationDetail(
      violation: ForeignKeyViolation(
        originTable: "line_up", originRowID: nil, destinationTable: "match", foreignKeyId: 1),
      description:
        "FOREIGN KEY constraint violation - from line_up(matchId, slot) to match(id, slot)",
      foreignKey: ForeignKeyInfo(
        originTable: "line_up", destinationTable: "match", id: 1,
        originColumns: ["matchId", "slot"], destinationColumns: ["id", "slot"],
        onDelete: "CASCADE"),
      originIsWithoutRowID: true, row: [],
      missingKey: [
        ViolationDetail.Field(column: "matchId", value: 9.databaseValue),
        ViolationDetail.Field(column: "slot", value: 3.databaseValue),
      ]),
  ]

  /// The console after everything has been loaded.
  static func model(
    columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode, violations: Bool = true
  ) -> ConsoleModel {
    var model = ConsoleModel(
      context: ConsoleContext(
        databasePath: "data/app.sqlite", glyphs: glyphs, readOnlyReason: nil,
        startedAt: Timestamp(nanoseconds: 1_795_512_600_000_000_000)),
      size: Size(columns: columns, rows: rows))
    _ = model.begin()
    _ = model.update(.work(.overview(.success(overview()))))
    let generation = model.screens.violations.generation
    _ = model.update(
      .work(.violationProgress(table: "player", index: 0, count: 2, generation: generation)))
    if violations {
      _ = model.update(
        .work(.violations(Self.violations, unlisted: [:], generation: generation)))
    }
    _ = model.update(.tick(1.2))
    _ = model.update(.work(.violationsEnded(nil, generation: generation)))
    return model
  }
}

extension ConsoleModel {
  var known: SessionData {
    get { scene.known }
    set { scene.known = newValue }
  }
  var work: Work? { scene.work }
  var now: Double { scene.now }
  var notice: Notice? { scene.notice }
  var generation: Int { scene.generation }
  var screens: Screens {
    get { stack.screens }
    set { stack.screens = newValue }
  }
  var screen: Screen { stack.screen }
  var focus: Pane { stack.focus }
  var front: any ConsoleScreen { stack.front }
  var layout: ScreenLayout { stack.layout(in: scene) }
  var isQuitting: Bool { quitState.isQuitting }
  var redrawInterval: Int? { RedrawInterval.milliseconds(for: self) }
  var filterField: TextField? { front.panes.field }
  var isTracing: Bool { front is TraceScreen }

  @discardableResult
  mutating func press(_ keys: Key...) -> [Effect] {
    keys.flatMap { key in
      let effects = update(.key(key))
      return effects + draw()
    }
  }

  /// Draws the screen, as the session does after every message.
  @discardableResult
  mutating func draw() -> [Effect] { update(.presented(at: now)) }

  mutating func type(_ text: String) {
    for character in text { press(.char(character)) }
  }

  mutating func wait(_ seconds: Double) {
    _ = update(.tick(now + seconds))
  }

  @discardableResult
  mutating func answerDryRun(_ report: DryRunReport) -> [Effect] {
    update(
      .work(
        .dryRun(
          .success((dryRun: Story.tried(report), overview: Story.overview())),
          generation: generation)))
  }

  /// Delivers the report of the dry run that precedes the confirm dialog.
  @discardableResult
  mutating func answerPrepare(
    _ report: DryRunReport, _ scope: MigrationScope = .next
  ) -> [Effect] {
    let effects = update(
      .work(
        .prepared(scope, .success(Story.prepared(report, scope)), generation: generation)))
    return effects + draw()
  }

  /// Runs the next migration: dry run, confirmation and report.
  ///
  /// Returns the console's effects at the end of the run.
  @discardableResult
  mutating func step(_ report: StepReport = Story.harmlessStep, backup: String? = nil) -> [Effect] {
    press(.char("s"))
    answerPrepare(Story.dryRun(Story.harmlessStep))
    wait(1)
    press(.tab, .tab, .char("y"))
    let generation = generation
    _ = update(
      .work(.stepped(report, backupPath: backup, generation: generation)))
    return update(.work(.runEnded(StepOutcome([], backupPath: backup), generation: generation)))
  }
}
