import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

/// A step may lose only what was accepted, even while others write: its actual losses are compared
/// with the accepted ones before the commit.
struct AgreementTests {
  @Test(arguments: [false, true])
  func `rows that other connections write after the dry run do not stop a step`(wal: Bool) throws {
    let fixture = try SessionFixture.losing(wal: wal)
    try fixture.write("001_drop", "DROP TABLE score; ALTER TABLE club ADD COLUMN city TEXT;")
    let prepared = try fixture.prepared()
    #expect(prepared.agreements.map(\.phrase) == ["001: lose 200 rows"])
    try fixture.execute("INSERT INTO club VALUES (4, 'City', NULL)")
    // One percent more than accepted.
    try fixture.execute("INSERT INTO score VALUES (201, 1), (202, 1)")

    let outcome = fixture.session.step(prepared, agreeing: ["001: lose 200 rows"])
    #expect(outcome.error == nil)
    let report = try #require(outcome.steps.first)
    #expect(report.counting == .counted)
    #expect(report.rows.map(\.table) == ["score"])
    #expect(report.rows.map(\.before) == [202])
    #expect(report.differences.map(\.predicted?.before) == [200])
    #expect(
      report.differenceLines.map(\.plain) == [
        "another program wrote to the file after the dry run",
        "the dry run predicted score: 200 rows before, table dropped",
      ])
    #expect(try fixture.applied == ["001_drop"])
  }

  @Test(arguments: [false, true])
  func `a write after the dry run is reported even if the numbers match`(
    isWritten: Bool
  ) throws {
    let fixture = try SessionFixture.losing(wal: false)
    try fixture.write("001_all", "UPDATE score SET points = points + 1;")
    let prepared = try fixture.prepared()
    if isWritten { try fixture.execute("UPDATE score SET points = 7 WHERE id < 50") }
    let outcome = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    let report = try #require(outcome.steps.first)
    #expect(outcome.error == nil)
    #expect(report.rowLines.map(\.plain) == ["score: 200 rows (200 updated)"])
    #expect(
      try fixture.strings("SELECT quote(count(*)) FROM score WHERE points = 8").first
        == (isWritten ? "49" : "1"))
    #expect(
      report.differenceLines.map(\.plain)
        == (isWritten ? ["another program wrote to the file after the dry run"] : []))
  }

  @Test(arguments: [false, true])
  func `values that are written after the dry run are not covered by accepted losses`(wal: Bool)
    throws
  {
    let fixture = try SessionFixture.losing(wal: wal)
    try fixture.execute("ALTER TABLE club ADD COLUMN nickname; UPDATE club SET nickname = NULL")
    try fixture.write("001_drop", "ALTER TABLE club DROP COLUMN nickname;")
    let prepared = try fixture.prepared()
    try fixture.execute("UPDATE club SET nickname = 'x' WHERE id = 1")
    let before = try fixture.content()
    let outcome = fixture.session.step(prepared, agreeing: ["001: lose 1 column"])
    #expect(
      (outcome.error as? MigrationError)?.kind
        == .losesMore(
          identifier: "001_drop",
          [.init(Loss.Facts(.column, table: "club", column: "nickname", count: 1), agreed: 0)]))
    #expect(try fixture.content() == before)
  }

  @Test(arguments: [false, true])
  func `a step that loses more than was accepted is rolled back`(wal: Bool) throws {
    let fixture = try SessionFixture.losing(wal: wal)
    try fixture.write("001_drop", "DROP TABLE score;")
    let prepared = try fixture.prepared()
    try fixture.execute("INSERT INTO score VALUES (201, 1), (202, 1), (203, 1)")
    let before = try fixture.content()

    let outcome = fixture.session.step(prepared, agreeing: ["001: lose 200 rows"])
    #expect(
      (outcome.error as? MigrationError)?.kind
        == .losesMore(
          identifier: "001_drop",
          [.init(Loss.Facts(.rows, table: "score", count: 203), agreed: 200)]))
    #expect(outcome.steps.isEmpty)
    #expect(try fixture.content() == before)
    #expect(try fixture.applied == [])
    #expect(fixture.backups.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a step is rolled back if it loses values or rows that were not accepted`(wal: Bool) throws {
    let fixture = try SessionFixture.losing(wal: wal)
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
    let before = try fixture.content()

    let outcome = fixture.session.step(prepared, agreeing: [])
    let error = try #require(outcome.error as? MigrationError)
    #expect(
      error.kind
        == .losesMore(
          identifier: "001_tidy",
          [
            .init(Loss.Facts(.rows, table: "score", count: 1), agreed: 0),
            .init(Loss.Facts(.values, table: "club", column: "motto", count: 1), agreed: 0),
          ]))
    #expect(
      error.message.contains(
        "1 row of score (none accepted); 1 value of club.motto (none accepted)."
      ))
    #expect(try fixture.content() == before)
  }

  @Test(arguments: [false, true])
  func `a migration in code is rolled back if it loses more than in the dry run`(wal: Bool) throws {
    let fixture = try SessionFixture.losing(wal: wal)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("clean") { db in
      // The dry run uses a copy with another name.
      let isReal = db.path.hasSuffix("app.sqlite")
      try db.execute(sql: isReal ? "DELETE FROM club" : "DELETE FROM club WHERE id < 0")
    }
    let session = MigrationSession(database: fixture.path, migrations: migrator)
    guard case .ready(let prepared) = try session.prepareStep() else {
      Issue.record("not ready")
      return
    }
    let before = try fixture.content()
    let outcome = session.step(prepared, agreeing: [])
    #expect(
      (outcome.error as? MigrationError)?.kind
        == .losesMore(
          identifier: "clean", [.init(Loss.Facts(.rows, table: "club", count: 3), agreed: 0)]))
    #expect(try fixture.content() == before)
  }

  @Test(arguments: [false, true])
  func `a changed schema stops a step, and any write stops one that must match exactly`(wal: Bool)
    throws
  {
    let fixture = try SessionFixture.losing(wal: wal)
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

  @Test
  func `a step outside a transaction requires the state that the dry run started from`() throws {
    let fixture = try SessionFixture.losing(wal: false)
    try fixture.write("001_out", "-- migtui: no-transaction\nCREATE TABLE one (a);")
    let prepared = try fixture.prepared()
    try fixture.execute("INSERT INTO club VALUES (4, 'City', NULL)")
    let outcome = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect((outcome.error as? MigrationError)?.kind == .databaseChanged)
    #expect(try fixture.strings("SELECT name FROM sqlite_master WHERE name = 'one'") == [])
  }

  @Test(arguments: [false, true])
  func `each step of a run is compared with its dry run while others write`(wal: Bool) throws {
    let fixture = try SessionFixture.losing(wal: wal)
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
          identifier: "003_three", [.init(Loss.Facts(.rows, table: "score", count: 2), agreed: 1)]))
    #expect(try fixture.applied == ["001_one", "002_two"])
    #expect(outcome.backupPath != nil)
  }

  @Test
  func `the report of a step outside a transaction contains the numbers of the dry run`() throws {
    let fixture = try SessionFixture.losing(wal: false)
    try fixture.write(
      "001_out",
      "-- migtui: no-transaction\nDELETE FROM score WHERE id > 140; UPDATE club SET motto = 'x';")
    let prepared = try fixture.prepared()
    let outcome = fixture.session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect(outcome.error == nil)
    let report = try #require(outcome.steps.first)
    // Without a transaction the previous state is not available for a comparison.
    #expect(report.counting == .predicted)
    #expect(report.rows.map(\.before) == [3, 200])
    #expect(report.rows.map(\.after) == [3, 140])
    #expect(report.differences.isEmpty)
  }

  @Test(arguments: ["fts4(a, b)", "fts5(a, b)", "rtree(id, a, b)"], [false, true])
  func `a virtual table that is dropped and re-created loses its rows`(module: String, wal: Bool)
    throws
  {
    let fixture = try SessionFixture.losing(wal: wal)
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
    #expect(outcome.steps.first?.counting == .counted)
    #expect(outcome.steps.first?.losses.rowCount == 200)
  }

  @Test(arguments: [false, true], CopyKind.allCases)
  func `rows are always read with the app's collations`(wal: Bool, form: CopyKind)
    throws
  {
    let fixture = try SessionFixture.losing(wal: wal)
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
    #expect(outcome.steps.first?.counting == .counted)
    #expect(outcome.steps.first?.losses.rowCount == 1)
  }

  /// With a rollback journal, others cannot read once the changes exceed the page cache.
  @Test(arguments: [false, true])
  func `changes larger than the page cache are compared only in WAL mode`(wal: Bool) throws {
    let fixture = try SessionFixture.losing(wal: wal)
    try fixture.write(
      "001_fill",
      """
      CREATE TABLE big AS
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 18000)
      SELECT i, randomblob(4000) AS filling, NULL AS one, NULL AS two FROM c;
      """)
    let made = fixture.session.step(try fixture.prepared(), agreeing: [])
    #expect(made.error == nil)
    // A new table has no previous rows.
    #expect(made.steps.first?.counting == .counted)

    try fixture.write("002_touch", "UPDATE big SET one = i;")
    let first = fixture.session.step(try fixture.prepared(), agreeing: [])
    #expect(first.error == nil)
    // The dry run of the same state gave all numbers.
    #expect(first.steps.first?.counting == (wal ? .counted : .predicted))

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
}

extension SessionFixture {
  /// A database with a table of 200 rows to drop and a table with values to overwrite.
  static func losing(wal: Bool) throws -> SessionFixture {
    let fixture = try SessionFixture(wal: wal)
    try fixture.execute(
      """
      CREATE TABLE score (id INTEGER PRIMARY KEY, points INTEGER);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 200)
      INSERT INTO score SELECT i, i FROM c;
      """)
    return fixture
  }

  func content() throws -> [String] {
    try strings("SELECT type || name || coalesce(sql, '') FROM sqlite_master ORDER BY 1")
      + strings("SELECT quote(id) || quote(name) || quote(motto) FROM club ORDER BY id")
      + strings("SELECT quote(id) || quote(points) FROM score ORDER BY id")
  }
}
