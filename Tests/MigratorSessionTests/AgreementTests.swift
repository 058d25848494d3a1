import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

/// A step is held to what was agreed to, while others write: what it really loses is compared with that
/// before the commit.
struct AgreementTests {
  /// A database in which a table of 200 rows is to be dropped, and the values of another overwritten.
  private func fixture(wal: Bool) throws -> SessionFixture {
    let fixture = try SessionFixture(wal: wal)
    try fixture.execute(
      """
      CREATE TABLE score (id INTEGER PRIMARY KEY, points INTEGER);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 200)
      INSERT INTO score SELECT i, i FROM c;
      """)
    return fixture
  }

  /// All that is in the file, but for what SQLite counts itself.
  private func content(_ fixture: SessionFixture) throws -> [String] {
    try fixture.strings("SELECT type || name || coalesce(sql, '') FROM sqlite_master ORDER BY 1")
      + fixture.strings("SELECT quote(id) || quote(name) || quote(motto) FROM club ORDER BY id")
      + fixture.strings("SELECT quote(id) || quote(points) FROM score ORDER BY id")
  }

  @Test(arguments: [false, true])
  func `rows that others write meanwhile do not stop a step`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    try fixture.write("001_drop", "DROP TABLE score; ALTER TABLE club ADD COLUMN city TEXT;")
    let prepared = try fixture.prepared()
    #expect(prepared.agreements.map(\.phrase) == ["001: lose 200 rows"])
    try fixture.execute("INSERT INTO club VALUES (4, 'City', NULL)")
    // One in a hundred more than was agreed to.
    try fixture.execute("INSERT INTO score VALUES (201, 1), (202, 1)")

    let outcome = fixture.session.step(prepared, agreeing: ["001: lose 200 rows"])
    #expect(outcome.error == nil)
    let report = try #require(outcome.receipts.first?.report)
    #expect(report.counting == .counted)
    #expect(report.rows.map(\.table) == ["score"])
    #expect(report.rows.map(\.before) == [202])
    #expect(report.differences.map(\.foretold?.before) == [200])
    #expect(
      report.differenceLines.map(\.plain) == [
        "the dry run told score: 200 rows before, the table is gone"
      ])
    #expect(try fixture.applied == ["001_drop"])
  }

  @Test(arguments: [false, true])
  func `values that came into a column that goes were not agreed to`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    try fixture.execute("ALTER TABLE club ADD COLUMN nickname; UPDATE club SET nickname = NULL")
    try fixture.write("001_drop", "ALTER TABLE club DROP COLUMN nickname;")
    let prepared = try fixture.prepared()
    try fixture.execute("UPDATE club SET nickname = 'x' WHERE id = 1")
    let before = try content(fixture)
    let outcome = fixture.session.step(prepared, agreeing: ["001: lose 1 column"])
    #expect(
      (outcome.error as? MigrationError)?.kind
        == .losesMore(
          identifier: "001_drop",
          [.values(table: "club", column: "nickname", count: 1, agreed: 0)]))
    #expect(try content(fixture) == before)
  }

  @Test(arguments: [false, true])
  func `a loss beyond what was agreed to is rolled back`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    try fixture.write("001_drop", "DROP TABLE score;")
    let prepared = try fixture.prepared()
    try fixture.execute("INSERT INTO score VALUES (201, 1), (202, 1), (203, 1)")
    let before = try content(fixture)

    let outcome = fixture.session.step(prepared, agreeing: ["001: lose 200 rows"])
    #expect(
      (outcome.error as? MigrationError)?.kind
        == .losesMore(
          identifier: "001_drop", [.rows(table: "score", count: 203, agreed: 200)]))
    #expect(outcome.receipts.isEmpty)
    #expect(try content(fixture) == before)
    #expect(try fixture.applied == [])
    #expect(fixture.backups.isEmpty)
  }

  @Test(arguments: [false, true])
  func `values, rows and tables that nobody agreed to lose are kept`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    try fixture.write(
      "001_tidy",
      """
      UPDATE club SET motto = 'none' WHERE id = 3;
      DELETE FROM score WHERE points < 0;
      """)
    let prepared = try fixture.prepared()
    #expect(prepared.agreements.isEmpty)
    try fixture.execute(
      "UPDATE club SET motto = 'Up' WHERE id = 3; UPDATE score SET points = -1 WHERE id = 7")
    let before = try content(fixture)

    let outcome = fixture.session.step(prepared, agreeing: [])
    let error = try #require(outcome.error as? MigrationError)
    #expect(
      error.kind
        == .losesMore(
          identifier: "001_tidy",
          [
            .rows(table: "score", count: 1, agreed: 0),
            .values(table: "club", column: "motto", count: 1, agreed: 0),
          ]))
    #expect(
      error.message.hasSuffix(
        "1 row of score, where none was agreed to; 1 value of club.motto, where none was agreed to."
      ))
    #expect(try content(fixture) == before)
  }

  @Test(arguments: [false, true])
  func `code that does something else than on the copy is rolled back`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("clean") { db in
      // The copy is elsewhere.
      let isReal = db.path.hasSuffix("app.sqlite")
      try db.execute(sql: isReal ? "DELETE FROM club" : "DELETE FROM club WHERE id < 0")
    }
    let session = MigrationSession(database: fixture.path, migrations: migrator)
    guard case .ready(let prepared) = try session.prepareStep() else {
      Issue.record("not ready")
      return
    }
    let before = try content(fixture)
    let outcome = session.step(prepared, agreeing: [])
    #expect(
      (outcome.error as? MigrationError)?.kind
        == .losesMore(identifier: "clean", [.rows(table: "club", count: 3, agreed: 0)]))
    #expect(try content(fixture) == before)
  }

  @Test(arguments: [false, true])
  func `another schema, and any change where exactness is asked for, stops a step`(wal: Bool) throws
  {
    let fixture = try fixture(wal: wal)
    try fixture.write("001_one", "CREATE TABLE one (a);")
    let prepared = try fixture.prepared()
    try fixture.execute("INSERT INTO club VALUES (4, 'City', NULL)")
    let exact = fixture.session.step(prepared, agreeing: [], isExact: true)
    #expect((exact.error as? MigrationError)?.kind == .databaseChanged)
    try fixture.execute("CREATE INDEX by_name ON club (name)")
    let outcome = fixture.session.step(prepared, agreeing: [])
    #expect((outcome.error as? MigrationError)?.kind == .databaseChanged)
    #expect(try fixture.applied == [])
  }

  @Test func `what runs outside a transaction meets the very state or is not run`() throws {
    let fixture = try fixture(wal: false)
    try fixture.write("001_out", "-- migtui: no-transaction\nCREATE TABLE one (a);")
    let prepared = try fixture.prepared()
    try fixture.execute("INSERT INTO club VALUES (4, 'City', NULL)")
    let outcome = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect((outcome.error as? MigrationError)?.kind == .databaseChanged)
    #expect(try fixture.strings("SELECT name FROM sqlite_master WHERE name = 'one'") == [])
  }

  @Test(arguments: [false, true])
  func `each step of a run is judged by itself while others write in between`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    try fixture.write("001_one", "CREATE TABLE one (a);")
    try fixture.write("002_two", "DELETE FROM score WHERE points > 195;")
    try fixture.write("003_three", "DELETE FROM score WHERE points = 1;")
    let prepared = try fixture.prepared(.all)
    let agreed = prepared.agreements.map(\.phrase)
    #expect(agreed == ["002: lose 5 rows", "003: lose 1 row"])
    let outcome = fixture.session.step(
      prepared, agreeing: agreed,
      onEvent: { event in
        guard case .committed("002_two", _) = event else { return }
        try? fixture.execute("INSERT INTO score VALUES (300, 1)")
      })
    #expect(
      (outcome.error as? MigrationError)?.kind
        == .losesMore(
          identifier: "003_three", [.rows(table: "score", count: 2, agreed: 1)]))
    #expect(try fixture.applied == ["001_one", "002_two"])
    #expect(outcome.backupPath != nil)
  }

  @Test func `a receipt of what ran outside a transaction tells what the dry run told`() throws {
    let fixture = try fixture(wal: false)
    try fixture.write(
      "001_out",
      "-- migtui: no-transaction\nDELETE FROM score WHERE id > 140; UPDATE club SET motto = 'x';")
    let prepared = try fixture.prepared()
    let outcome = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect(outcome.error == nil)
    let report = try #require(outcome.receipts.first?.report)
    // It ran in no transaction of ours, so there was no former state to compare with.
    #expect(report.counting == .foretold)
    #expect(report.rows.map(\.before) == [3, 200])
    #expect(report.rows.map(\.after) == [3, 140])
    #expect(report.differences.isEmpty)
  }

  @Test(arguments: ["fts4(a, b)", "fts5(a, b)", "rtree(id, a, b)"], [false, true])
  func `a virtual table that is dropped and made anew loses its rows`(module: String, wal: Bool)
    throws
  {
    let fixture = try fixture(wal: wal)
    try fixture.execute("CREATE VIRTUAL TABLE v USING \(module)")
    try fixture.execute(
      module.hasPrefix("rtree")
        ? "INSERT INTO v SELECT id, id, id + 1 FROM score"
        : "INSERT INTO v SELECT 'word ' || id, 'other' FROM score")
    try fixture.write("001_anew", "DROP TABLE v; CREATE VIRTUAL TABLE v USING \(module);")
    let prepared = try fixture.prepared()
    #expect(prepared.agreements.map(\.phrase) == ["001: lose 200 rows"])
    let outcome = fixture.session.step(prepared, agreeing: ["001: lose 200 rows"])
    #expect(outcome.error == nil)
    #expect(outcome.receipts.first?.report.counting == .counted)
    #expect(outcome.receipts.first?.losses.rowCount == 200)
  }

  @Test(arguments: [false, true], CopyForm.allCases)
  func `collations of the app are there wherever rows are looked at`(wal: Bool, form: CopyForm)
    throws
  {
    let fixture = try fixture(wal: wal)
    var configuration = MigrationSession.waitingConfiguration
    configuration.prepareDatabase {
      $0.add(
        collation: DatabaseCollation("backwards") {
          $1 < $0 ? .orderedAscending : $0 == $1 ? .orderedSame : .orderedDescending
        })
    }
    let queue = try DatabaseQueue(path: fixture.path, configuration: configuration)
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT COLLATE backwards);
          CREATE INDEX by_text ON word (text);
          INSERT INTO word VALUES (1, 'a'), (2, 'b');
          """)
    }
    try queue.close()
    var migrator = DatabaseMigrator()
    migrator.registerMigration("one") { try $0.execute(sql: "DELETE FROM word WHERE text = 'a'") }
    let session = MigrationSession(
      database: fixture.path, migrations: migrator, configuration: configuration, copyForm: form)
    guard case .ready(let prepared) = try session.prepareStep() else {
      Issue.record("not ready")
      return
    }
    let outcome = session.step(prepared, agreeing: ["one: lose 1 row"])
    #expect(outcome.error == nil)
    #expect(outcome.receipts.first?.report.counting == .counted)
    #expect(outcome.receipts.first?.losses.rowCount == 1)
  }

  /// With a rollback journal nobody can read any more once the changes do not fit into the cache.
  @Test(arguments: [false, true])
  func `what does not fit into the cache is only compared in WAL mode`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    try fixture.write(
      "001_fill",
      """
      CREATE TABLE big AS
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 18000)
      SELECT i, randomblob(4000) AS filling, NULL AS one, NULL AS two FROM c;
      """)
    let made = fixture.session.step(try fixture.prepared(), agreeing: [])
    #expect(made.error == nil)
    // A new table is compared with nothing.
    #expect(made.receipts.first?.report.counting == .counted)

    try fixture.write("002_touch", "UPDATE big SET one = i;")
    let first = fixture.session.step(try fixture.prepared(), agreeing: [])
    #expect(first.error == nil)
    // The dry run of the very state told it all.
    #expect(first.receipts.first?.report.counting == (wal ? .counted : .foretold))

    try fixture.write("003_touch", "UPDATE big SET two = i;")
    let again = try fixture.prepared()
    try fixture.execute("INSERT INTO club VALUES (4, 'City', NULL)")
    let second = fixture.session.step(again, agreeing: [])
    if wal {
      #expect(second.error == nil)
    } else {
      #expect(
        (second.error as? MigrationError)?.kind == .notComparable(identifier: "003_touch"))
      #expect(try fixture.applied == ["001_fill", "002_touch"])
    }
  }

  // MARK: Digests

  /// What a dry run of `012` says, with a column that is dropped.
  private func dropping(_ column: String, in fixture: SessionFixture) throws -> SessionDryRun {
    try fixture.write("012_drop", "ALTER TABLE club DROP COLUMN \(column);")
    return try fixture.session.dryRun().dryRun
  }

  private func refused(_ outcome: StepOutcome) -> [AgreementDigest]? {
    guard case .digestDiffers(let digests)? = outcome.error as? SessionRefusal else { return nil }
    return digests
  }

  @Test func `words fit another column of an edited file, a digest does not`() throws {
    let fixture = try fixture(wal: false)
    try fixture.execute("ALTER TABLE club ADD COLUMN city TEXT; UPDATE club SET city = 'x'")
    let shown = try dropping("motto", in: fixture).agreements
    let words = shown.map(\.phrase)
    let digests = shown.map(\.digest.words)
    #expect(words == ["012: lose 1 column"])
    _ = try dropping("city", in: fixture)
    let before = try content(fixture)

    let prepared = try fixture.prepared()
    #expect(prepared.missing(in: words) == [])
    #expect(prepared.missing(in: digests) == prepared.agreements)
    let held = fixture.session.step(prepared, agreeing: digests)
    #expect(refused(held) == prepared.digests)
    #expect(
      Explanation(try #require(held.error)).sentence
        == "The text or the losses of 012_drop are not those of the digest that was given. "
        + "Nothing was changed.")
    // The words beside it do not loosen it.
    #expect(refused(fixture.session.step(prepared, agreeing: digests + words)) != nil)
    #expect(try content(fixture) == before)
    #expect(fixture.backups == [])
    #expect(fixture.session.step(prepared, agreeing: words).error == nil)
  }

  @Test(arguments: [false, true])
  func `the digest of a dry run agrees to all that the migration loses`(isNamed: Bool) throws {
    let fixture = try fixture(wal: true)
    try fixture.write("012_lose", "DROP TABLE score; ALTER TABLE club DROP COLUMN motto;")
    try fixture.write("013_more", "DELETE FROM club WHERE id = 1;")
    let shown = try fixture.session.dryRun(.all).dryRun.agreements
    #expect(shown.map(\.label) == ["012", "012", "013"])
    let first = shown[0].digest
    #expect(first == shown[1].digest)
    #expect(first.digits != shown[2].digest.digits)
    #expect(first.words.wholeMatch(of: #/012:[0-9a-f]{16}/#) != nil)

    let prepared = try fixture.prepared(.all)
    let given = isNamed ? "012_lose: \(first.digits)" : first.words
    #expect(prepared.missing(in: [given]) == [shown[2]])
    #expect(prepared.missing(in: ["013:\(first.digits)", given]) == [shown[2]])
    let outcome = fixture.session.step(
      prepared, agreeing: [given, shown[2].digest.words])
    #expect(outcome.error == nil)
    #expect(try fixture.applied == ["012_lose", "013_more"])
  }

  @Test func `a digest is the same in every run, and of names, numbers and the text`() throws {
    func digest(_ sql: String, _ name: String = "012_lose", rows: Int = 3) throws -> String {
      let fixture = try SessionFixture()
      try fixture.execute("ALTER TABLE club ADD COLUMN city TEXT; UPDATE club SET city = 'x'")
      try fixture.execute("DELETE FROM club WHERE id > \(rows)")
      try fixture.write(name, sql)
      return try #require(fixture.prepared().digests.first).digits
    }
    let all = [
      try digest("ALTER TABLE club DROP COLUMN motto;"),
      try digest("ALTER TABLE club DROP COLUMN city;"),
      try digest("ALTER TABLE club DROP COLUMN city; -- really"),
      try digest("ALTER TABLE club DROP COLUMN city;", rows: 2),
      try digest("ALTER TABLE club DROP COLUMN city;", "012_loose"),
      try digest("CREATE TABLE a (b);"),
    ]
    #expect(Set(all).count == all.count)
    // What it was when it was made: other digits are other agreements.
    #expect(all[0] == "5806d806f63b7abf")
    #expect(all[5] == "2c24853857362996")
  }

  @Test func `a digest holds a migration that loses nothing any more to what it was`() throws {
    let fixture = try fixture(wal: false)
    let shown = try dropping("motto", in: fixture).agreements.map(\.digest.words)
    try fixture.write("012_drop", "CREATE TABLE other (a);")
    let prepared = try fixture.prepared()
    #expect(prepared.agreements == [])
    #expect(refused(fixture.session.step(prepared, agreeing: shown)) == prepared.digests)
    #expect(fixture.session.step(prepared, agreeing: prepared.digests.map(\.words)).error == nil)
  }

  @Test func `without a dry run a digest is of the text alone`() throws {
    let fixture = try fixture(wal: false)
    let seen = try dropping("motto", in: fixture).agreements.map(\.digest.words)
    let prepared = try fixture.prepared(rehearsal: .none)
    #expect(prepared.agreements.map(\.phrase) == ["012: step unseen"])
    let unseen = prepared.agreements.map(\.digest.words)
    #expect(refused(fixture.session.step(prepared, agreeing: seen)) == prepared.digests)
    #expect(refused(fixture.session.step(prepared, agreeing: seen + ["012: step unseen"])) != nil)
    _ = try dropping("name", in: fixture)
    let edited = try fixture.prepared(rehearsal: .none)
    #expect(refused(fixture.session.step(edited, agreeing: unseen)) == edited.digests)
    #expect(
      fixture.session.step(edited, agreeing: edited.agreements.map(\.digest.words)).error == nil)
  }

  @Test func `a check takes a digest as well, and not one of another text`() throws {
    let fixture = try fixture(wal: false)
    let shown = try dropping("motto", in: fixture).agreements
    #expect(try fixture.session.check(agreeing: shown.map(\.digest.words)).findings == [])
    try fixture.write("012_drop", "ALTER TABLE club DROP COLUMN motto; -- edited")
    let report = try fixture.session.check(
      agreeing: shown.map(\.digest.words) + shown.map(\.phrase))
    #expect(report.findings.map(\.rule) == [.lostData])
  }

  @Test func `of code a digest is of the losses`() throws {
    let fixture = try fixture(wal: false)
    func digest(deleting condition: String) throws -> AgreementDigest {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("clean up") {
        try $0.execute(sql: "DELETE FROM club WHERE \(condition)")
      }
      let session = MigrationSession(database: fixture.path, migrations: migrator)
      return try #require(session.dryRun().dryRun.agreements.first).digest
    }
    #expect(try digest(deleting: "id = 1") == digest(deleting: "id = 2"))
    #expect(try digest(deleting: "id = 1") != digest(deleting: "id < 3"))
    #expect(try digest(deleting: "id = 1").words.hasPrefix("clean up:"))
  }
}
