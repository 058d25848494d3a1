import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

struct StepTests {
  @Test(arguments: [false, true])
  func `a step runs the prepared migrations and reports their changes`(isExact: Bool) throws {
    let fixture = try SessionFixture()
    try fixture.write("001_quiet", "UPDATE club SET motto = 'x' WHERE id = 1;")
    let prepared = try fixture.prepared()
    #expect(prepared.agreements.isEmpty)
    #expect(prepared.migrations.map(\.identifier) == ["001_quiet"])

    let outcome = fixture.session.step(prepared, agreeing: [], isExact: isExact)
    #expect(outcome.error == nil)
    #expect(try fixture.applied == ["001_quiet"])
    let report = try #require(outcome.steps.first)
    #expect(report.counting == (isExact ? .predicted : .counted))
    #expect(report.differences.isEmpty)
    #expect(report.rows.map(\.table) == ["club"])
    #expect(report.rows.map(\.updated) == [1])
    #expect(report.violations == ViolationCounts(before: 0, after: 0, added: 0))
    #expect(outcome.backupPath == fixture.path + ".before-001_quiet")
    #expect(fixture.backups == ["app.sqlite.before-001_quiet"])
  }

  @Test func `violations counted by an outdated dry run are not reported as the file's`() throws {
    let fixture = try SessionFixture()
    try fixture.execute("CREATE TABLE member (club INTEGER REFERENCES club(id))")
    try fixture.write(
      "001_join",
      "-- migtui: foreign-keys off\nINSERT INTO member SELECT id + 100 FROM club;")
    let prepared = try fixture.prepared()
    try fixture.execute("INSERT INTO club(name) VALUES ('Albion'), ('Wanderers')")
    let outcome = fixture.session.step(prepared, agreeing: [])
    let report = try #require(outcome.steps.first)
    #expect(try fixture.strings("SELECT count(*) FROM pragma_foreign_key_check") == ["5"])
    #expect(report.violations == nil)
    let words = report.countLines.map(\.plain)
    #expect(
      words == [
        "violations: not recounted (dry run: 0 before, 3 after, 3 new)"
      ])
  }

  @Test func `adding a column to the ledger does not lose its rows`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.step()
    try fixture.write("002_note", "ALTER TABLE grdb_migrations ADD COLUMN note TEXT;")
    #expect(try fixture.prepared().agreements == [])
    let outcome = try fixture.step()
    #expect(outcome.steps.first?.losses == Losses(of: []))
    #expect(
      try fixture.strings("SELECT identifier FROM grdb_migrations") == ["001_one", "002_note"])
  }

  @Test func `each loss of each migration must be accepted separately`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_lose", "DELETE FROM club WHERE id = 1;")
    try fixture.write(
      "002_lose", "DELETE FROM club WHERE id = 2; ALTER TABLE club DROP COLUMN motto;")
    let prepared = try fixture.prepared(.all)
    #expect(
      prepared.agreements.map(\.phrase) == [
        "001: lose 1 row", "002: lose 1 row", "002: lose 1 column",
      ])

    // An equal loss of another migration was not accepted.
    let refused = fixture.session.step(
      prepared, agreeing: ["001: lose 1 row", "002: lose 1 column"])
    #expect(refused.error as? SessionRefusal == .notAgreed([prepared.agreements[1]]))
    #expect(refused.steps.isEmpty)
    #expect(try fixture.applied == [])
    #expect(fixture.backups.isEmpty)

    let outcome = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect(outcome.error == nil)
    #expect(try fixture.applied == ["001_lose", "002_lose"])
    #expect(outcome.steps.map(\.losses.rowCount) == [1, 1])
  }

  @Test
  func `a phrase may contain the whole identifier, and must if a number is not unique`() throws {
    let fixture = try SessionFixture()
    try fixture.write("20240101_lose", "DELETE FROM club WHERE id = 1;")
    let prepared = try fixture.prepared()
    #expect(prepared.missing(in: ["20240101_lose: lose 1 row"]).isEmpty)
    #expect(prepared.missing(in: ["lose 1 row"]) == prepared.agreements)

    var migrator = DatabaseMigrator()
    for name in ["1 first", "1 second"] {
      migrator.registerMigration(name) { try $0.execute(sql: "DELETE FROM club WHERE id = 1") }
    }
    let session = MigrationSession(database: fixture.path, migrations: migrator)
    let (dryRun, _) = try session.dryRun()
    #expect(dryRun.agreements.map(\.phrase) == ["1 first: lose 1 row"])
  }

  @Test
  func `the phrase for dropping a table contains its rows, or its name if it is empty`() throws {
    let fixture = try SessionFixture()
    try fixture.execute("CREATE TABLE empty (id INTEGER PRIMARY KEY)")
    try fixture.write("001_drop", "DROP TABLE club; DROP TABLE empty;")
    #expect(
      try fixture.prepared().agreements.map(\.phrase) == ["001: lose 3 rows", "001: lose 1 table"])
  }

  @Test func `if a file is edited after the step is prepared, neither version is run`()
    throws
  {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    let prepared = try fixture.prepared()
    try fixture.write("001_one", "CREATE TABLE one (a); DROP TABLE club;")
    let outcome = fixture.session.step(prepared, agreeing: [])
    #expect(outcome.error as? SessionRefusal == .migrationsChanged(["001_one"]))
    #expect(try fixture.applied == [])
    #expect(fixture.backups.isEmpty)

    // After a new preparation the losses of the new file must be accepted.
    let again = try fixture.prepared(known: prepared.dryRun)
    #expect(again.agreements.map(\.phrase) == ["001: lose 3 rows"])
  }

  @Test func `a migration file added after the step is prepared stops the step`() throws {
    let fixture = try SessionFixture()
    try fixture.write("002_two", "CREATE TABLE two (a);")
    let prepared = try fixture.prepared()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    #expect(
      fixture.session.step(prepared, agreeing: []).error as? SessionRefusal
        == .migrationsChanged(["001_one"]))
    #expect(try fixture.prepared().migrations.map(\.identifier) == ["001_one"])
    #expect(try fixture.applied == [])
  }

  @Test
  func `a migration that is fixed after a failed dry run is tried again and applied`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a); INSERT INTO nowhere VALUES (1);")
    guard case .failed(_, let dryRun) = try fixture.session.prepareStep() else {
      Issue.record("it did not fail")
      return
    }
    try fixture.write("001_one", "CREATE TABLE one (a);")
    let prepared = try fixture.prepared(known: dryRun)
    #expect(fixture.session.step(prepared, agreeing: []).error == nil)
    #expect(try fixture.applied == ["001_one"])
  }

  @Test func `an earlier dry run is reused only for the same database state and files`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    let known = try fixture.session.dryRun().dryRun
    #expect(try fixture.prepared(known: known).dryRun == known)
    try fixture.execute("INSERT INTO club VALUES (4, 'City', NULL)")
    #expect(
      try fixture.prepared(known: known).dryRun?.report.fingerprint != known.report.fingerprint)
  }

  @Test func `a step that changes nothing leaves no backup`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    let stale = try fixture.prepared()
    try fixture.execute("CREATE TABLE other (a)")
    let refused = fixture.session.step(stale, agreeing: [])
    #expect((refused.error as? MigrationError)?.kind == .databaseChanged)
    #expect(fixture.backups.isEmpty)

    // Fails only on the database itself.
    let prepared = try fixture.prepared()
    let cancellation = Cancellation()
    cancellation.cancel()
    let stopped = fixture.session.step(prepared, agreeing: [], cancellation: cancellation)
    #expect(stopped.backupPath == nil)
    #expect(try fixture.applied == [])
    #expect(fixture.backups.isEmpty)
  }

  @Test func `without a dry run, each migration must be accepted unseen`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.write("002_two", "CREATE TABLE two (a);")
    let prepared = try fixture.prepared(.all, rehearsal: .none)
    #expect(prepared.agreements.map(\.phrase) == ["001: step unseen", "002: step unseen"])
    let outcome = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect(outcome.steps.map(\.counting) == [.none, .none])
    #expect(outcome.steps.allSatisfy { $0.violations == nil })
    #expect(try fixture.applied == ["001_one", "002_two"])
  }

  @Test func `a run applies the migrations before the one that failed in the dry run`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.write("002_wrong", "INSERT INTO nowhere VALUES (1);")
    let prepared = try fixture.prepared(.all)
    #expect(prepared.stop?.identifier == "002_wrong")
    #expect(fixture.session.step(prepared, agreeing: []).error == nil)
    #expect(try fixture.applied == ["001_one"])
  }

  @Test func `a prepared step contains the session's overview`() throws {
    let fixture = try SessionFixture()
    try fixture.write("001_one", "CREATE TABLE one (a);")
    let overview = try fixture.session.overview()
    guard !overview.facts.isReadOnly else {
      Issue.record("it is read-only already")
      return
    }
    #expect(try fixture.prepared().overview == overview)
  }
}
