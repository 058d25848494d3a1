import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

struct WriteLimitsTests {
  private let fixture: SessionFixture

  init() throws {
    fixture = try SessionFixture()
    try fixture.write("001_more", "INSERT INTO club VALUES (4, 'City', NULL);")
    try fixture.write("002_index", "CREATE INDEX by_name ON club (name);")
  }

  private static let reasons: [ReadOnlyReason] = [
    .option, .settings(file: "conf/migtui.conf", line: 3),
  ]

  /// Runs a call that must be refused, and compares the folder before and after.
  private func expectRefusal(
    _ refusal: SessionRefusal, _ body: () throws -> (any Error)?
  ) throws {
    let before = FolderState(of: fixture.folder.path)
    let error: (any Error)?
    do { error = try body() } catch let thrown { error = thrown }
    #expect(error as? SessionRefusal == refusal, "\(String(describing: error))")
    #expect(FolderState(of: fixture.folder.path) == before)
    #expect(refusal.message.hasSuffix("No changes were made."))
  }

  @Test(arguments: reasons)
  func `a read-only session refuses steps, repairs and restores`(reason: ReadOnlyReason) throws {
    try fixture.step()
    let free = fixture.session
    let prepared = try fixture.prepared()
    let restore = try free.prepareRestore()
    let offers = try free.repairs(selected: "002_index")
    let repair = try #require(offers.repairs.first { $0.kind == .markApplied })

    let session = free.readOnly(reason)
    let refusal = SessionRefusal.setReadOnly(path: fixture.path, reason)
    try expectRefusal(refusal) {
      _ = try session.prepareStep()
      return nil
    }
    // A step prepared by a writable session is refused as well.
    try expectRefusal(refusal) { session.step(prepared, agreeing: []).error }
    try expectRefusal(refusal) {
      session.step(prepared, agreeing: [], isExact: true, keepsBackup: false).error
    }
    try expectRefusal(refusal) {
      _ = try session.prepareRestore()
      return nil
    }
    try expectRefusal(refusal) { session.restore(restore, agreeing: restore.phrase).error }
    for keepsBackup in [true, false] {
      try expectRefusal(refusal) {
        _ = try session.repair(repair, of: offers, keepsBackup: keepsBackup)
        return nil
      }
    }
    #expect(try session.dryRun().dryRun.report.failure == nil)
    #expect(try session.overview().status.next?.identifier == "002_index")
  }

  @Test func `a read-only session does not undo an unfinished transaction`() throws {
    let path = try fixture.folder.makeHotJournalDatabase("killed.sqlite")
    let session = MigrationSession(
      database: path, migrations: DatabaseMigrator(), history: .none)
    try expectRefusal(.setReadOnly(path: path, .option)) {
      _ = try session.readOnly(.option).undoUnfinishedTransaction()
      return nil
    }
    #expect(try session.undoUnfinishedTransaction())
  }

  @Test func `a session remains read-only, and the first reason is reported`() {
    let session = fixture.session
    #expect(session.readOnly(nil).readOnlyReason == nil)
    let limited = session.readOnly(.settings(file: "a", line: 1))
    #expect(limited.readOnly(nil).readOnly(.option).readOnlyReason == .settings(file: "a", line: 1))
  }

  @Test func `migrations owned by another user are neither run nor recorded`() throws {
    let found = UntrustedMigrations(
      path: "Migrations", owner: "eve", place: "in the current folder",
      options: "--migrations Migrations")
    let session = MigrationSession(
      database: fixture.path, migrations: OtherSource(found: found),
      history: .none)
    let free = MigrationSession(
      database: fixture.path, migrations: OtherSource(found: nil),
      history: .none)
    guard case .ready(let prepared) = try free.prepareStep() else {
      Issue.record("nothing to step")
      return
    }
    let offers = try session.repairs(selected: "001_more")
    let repair = try #require(offers.repairs.first)
    let refusal = SessionRefusal.untrustedMigrations(found)
    try expectRefusal(refusal) {
      _ = try session.prepareStep(rehearsal: .none)
      return nil
    }
    try expectRefusal(refusal) { session.step(prepared, agreeing: [], keepsBackup: false).error }
    for keepsBackup in [true, false] {
      try expectRefusal(refusal) {
        _ = try session.repair(repair, of: offers, keepsBackup: keepsBackup)
        return nil
      }
    }
    #expect(refusal.message.contains("eve") && refusal.remedy.sentence.contains(found.options))
    #expect(try session.dryRun().dryRun.report.failure == nil)
  }

  /// Migrations in code that may have another owner.
  private struct OtherSource: MigrationSource {
    let found: UntrustedMigrations?

    func load(for inspection: DatabaseInspection) throws -> LoadedMigrations {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("001_more") { db in
        try db.execute(sql: "INSERT INTO club VALUES (4, 'City', NULL)")
      }
      var loaded = migrator.load(for: inspection)
      loaded.untrusted = { found }
      return loaded
    }
  }
}
