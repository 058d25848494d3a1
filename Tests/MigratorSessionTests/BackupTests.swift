import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing

/// Backups are verified, stored in their folder, removed when useless, and pruned by a policy.
struct BackupTests {
  @Test func `a backup is a single private file with the contents of the database`() throws {
    let fixture = try SessionFixture(wal: true)
    let before = try fixture.dump()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    var reported: [String?] = []
    let outcome = fixture.session.step(
      try fixture.prepared(), agreeing: [], onStep: { reported.append($1) })
    let path = try #require(outcome.backupPath)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try fixture.dump(path) == before)
    #expect(fixture.backups == ["app.sqlite.before-001_one"])
    #expect(reported == [path])
  }

  @Test func `a missing backup folder is created, and a restore finds the backups in it`() throws {
    var fixture = try SessionFixture()
    let folder = fixture.folder.path("kept/here")
    fixture.backupPolicy = BackupPolicy(folder: folder)
    try fixture.write("001_one", "CREATE TABLE one (a);")
    #expect(try fixture.prepared().backups.folder == folder)
    #expect(try fixture.step().backupPath == folder + "/app.sqlite.before-001_one")
    let prepared = try fixture.session.prepareRestore()
    #expect(prepared.isStraight)
    #expect(prepared.backups.path == folder + "/app.sqlite.before-restore")

    // If the policy names no folder, the history does.
    fixture.backupPolicy = BackupPolicy()
    #expect(try fixture.session.prepareRestore().backup == prepared.backup)
  }

  @Test
  func `a step is stopped if the ledger in its backup differs from the inspected one`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    let source = MismatchedLedgerSource(
      inner: ProjectSource(databasePath: fixture.path, currentFolder: fixture.folder.path("no")))
    let session = MigrationSession(database: fixture.path, migrations: source)
    guard case .ready(let prepared) = try session.prepareStep() else {
      Issue.record("not ready")
      return
    }
    let outcome = session.step(prepared, agreeing: [])
    #expect((outcome.error as? MigrationError)?.kind == .databaseChanged)
    #expect(fixture.backups.isEmpty)
    #expect(try fixture.applied == [])
  }

  @Test func `the backup of a failed step is deleted, and the outcome says so`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    let prepared = try fixture.prepared()
    // Fails only on the database itself.
    let reader = try DatabaseQueue(path: fixture.path)
    try reader.read { db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM club")
      var configuration = Configuration()
      configuration.busyMode = .timeout(0.05)
      let session = MigrationSession(
        database: fixture.path,
        migrations: ProjectSource(
          databasePath: fixture.path, currentFolder: fixture.folder.path("nowhere")),
        configuration: configuration)
      var reported: [String?] = []
      let outcome = session.step(prepared, agreeing: [], onStep: { reported.append($1) })
      #expect(outcome.failure != nil)
      #expect(outcome.failure?.remedy(on: .database) == .waitForOthers)
      #expect(outcome.backupPath == nil)
      #expect(outcome.removedBackupPath == fixture.path + ".before-001_one")
      #expect(reported == [nil])
    }
    try reader.close()
    #expect(fixture.backups.isEmpty)
    let event = try #require(fixture.session.history().events.last)
    #expect(event.outcome == .failed && event.backup == nil)
  }

  @Test func `if a step outside a transaction fails, its backup is kept and a restore suggested`()
    throws
  {
    let fixture = try SessionFixture()
    try fixture.write(
      "001_half",
      "-- migtui: no-transaction\nCREATE TABLE one (a);\nINSERT INTO nowhere VALUES (1);")
    // After a failure on a copy there is nothing to restore.
    let onCopy = try fixture.session.dryRun().dryRun.report.failure
    #expect(onCopy?.databaseState == .partlyApplied(statements: 1))
    #expect(onCopy?.remedy(on: .copy).command == "migtui dry-run DB --all")
    let prepared = try fixture.prepared(rehearsal: .none)
    let outcome = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect(outcome.failure?.databaseState == .partlyApplied(statements: 1))
    #expect(outcome.failure?.remedy(on: .database).command == "migtui restore DB")
    #expect(fixture.backups == ["app.sqlite.before-001_half"])
    let restore = try fixture.session.prepareRestore()
    #expect(fixture.session.restore(restore, agreeing: restore.phrase).isRestored)
    #expect(try fixture.strings("SELECT name FROM sqlite_master") == ["club"])
  }

  @Test func `the changes that a failed step outside a transaction leaves are reported`()
    throws
  {
    let fixture = try SessionFixture()
    try fixture.execute("CREATE TABLE score (a); INSERT INTO score VALUES (1), (2), (3)")
    try fixture.write(
      "001_half",
      """
      -- migtui: no-transaction
      CREATE TABLE one (a); DELETE FROM score WHERE a > 1; INSERT INTO nowhere VALUES (1);
      """)
    let step = try #require(try fixture.session.dryRun().dryRun.report.steps.first)
    #expect(step.counting == .counted)
    #expect(step.changeLines.map(\.plain).contains { $0.contains("one") })
    #expect(step.rows.first { $0.table == "score" }?.deleted == 2)
    #expect(step.dataLines().map(\.plain).contains { $0.contains("2 rows of score") })

    let prepared = try fixture.prepared(rehearsal: .none)
    let outcome = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    let report = try #require(outcome.steps.first)
    #expect(try fixture.strings("SELECT CAST(count(*) AS TEXT) FROM score") == ["1"])
    #expect(report.counting == .none)
    #expect(report.changeLines.map(\.plain).contains { $0.contains("one") })
    let told = "the rows changed by statements that were not rolled back were not counted"
    #expect(report.countLines.map(\.plain) == [told])
    #expect(fixture.session.history().events.last?.lines.map(\.plain).contains(told) == true)
  }

  @Test func `the policy prunes the oldest backups and no other files`() throws {
    var fixture = try SessionFixture()
    let stranger = "app.sqlite.before-000_mine"
    try fixture.folder.write(stranger, "a file of somebody else")
    for number in 1...4 {
      try fixture.write("00\(number)_step", "CREATE TABLE t\(number) (a);")
      try fixture.step()
    }
    // A backup that another program wrote to no longer belongs to migtui.
    let mine = try DatabaseQueue(path: fixture.path + ".before-002_step")
    try mine.write { try $0.execute(sql: "CREATE TABLE mine (a)") }
    try mine.close()
    fixture.backupPolicy = BackupPolicy(kept: 2)
    try fixture.write("005_step", "CREATE TABLE t5 (a);")
    let plan = try fixture.prepared().backups
    let full = fixture.path + ".before-"
    #expect(plan.existing == 5 && plan.unproven == 2)
    #expect(plan.removed == [full + "003_step", full + "001_step"])
    let words = plan.lines.map(\.plain).joined(separator: " ")
    #expect(words.contains("the newest 2 are kept"))
    #expect(words.contains("2 files with a backup name are kept"))
    #expect(try fixture.step().prunedBackups == plan.removed)
    #expect(
      fixture.backups == [stranger] + ["002", "004", "005"].map { "app.sqlite.before-\($0)_step" })
  }

  @Test func `without a history, no backups are pruned, and the plan says so`() throws {
    var fixture = try SessionFixture()
    fixture.history = .none
    fixture.backupPolicy = BackupPolicy(kept: 1)
    for number in 1...2 {
      try fixture.write("00\(number)_step", "CREATE TABLE t\(number) (a);")
      #expect(try fixture.step().prunedBackups == [])
    }
    #expect(fixture.backups.count == 2)
    try fixture.write("003_step", "CREATE TABLE t3 (a);")
    #expect(try fixture.prepared().backups.unproven == 2)
  }
}

/// Migrations whose ledger looks different in a backup.
private struct MismatchedLedgerSource: MigrationSource {
  let inner: ProjectSource

  func load(for inspection: DatabaseInspection) throws -> LoadedMigrations {
    var loaded = try inner.load(for: inspection)
    loaded.runner = MismatchedLedgerRunner(inner: loaded.runner)
    return loaded
  }
}

private struct MismatchedLedgerRunner: MigrationRunner {
  let inner: any MigrationRunner
  var registeredMigrations: [RegisteredMigration] { inner.registeredMigrations }

  func status(_ inspection: DatabaseInspection) throws -> StatusReport {
    let report = try inner.status(inspection)
    return inspection.path.contains(".before-")
      ? StatusReport(migrations: [], ledgerName: report.ledgerName) : report
  }

  func drift(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> SchemaDrift.Result {
    try inner.drift(inspection, configuration: configuration, cancellation: cancellation)
  }

  func missingFeatures(
    _ inspection: DatabaseInspection, configuration: Configuration, cancellation: Cancellation?
  ) throws -> [MissingFeature] { [] }

  func dryRun(
    _ inspection: DatabaseInspection, scope: MigrationScope, form: CopyKind?,
    tracing: StatementTracing?, configuration: Configuration, cancellation: Cancellation?,
    onEvent: (MigrationEvent) -> Void
  ) throws -> DryRunReport {
    try inner.dryRun(
      inspection, scope: scope, form: form, tracing: tracing, configuration: configuration,
      cancellation: cancellation, onEvent: onEvent)
  }

  func steps(path: String, configuration: Configuration) -> any MigrationSteps {
    inner.steps(path: path, configuration: configuration)
  }
}
