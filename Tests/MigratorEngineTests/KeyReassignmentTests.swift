import MigratorEngine
import MigratorTestSupport
import Testing

/// Rebuilt tables whose rows get new integer primary keys.
struct KeyReassignmentTests {
  private static let notes = """
    CREATE TABLE note (seq INTEGER PRIMARY KEY, body TEXT);
    INSERT INTO note VALUES (1, 'a'), (3, 'c'), (4, 'd'), (5, 'e');
    """

  private static func rebuild(
    _ insertion: String = "INSERT INTO n (body) SELECT body FROM note ORDER BY seq;"
  ) -> String {
    """
    CREATE TABLE n (seq INTEGER PRIMARY KEY, body TEXT, tag TEXT); \(insertion)
    DROP TABLE note; ALTER TABLE n RENAME TO note;
    """
  }

  /// Rows are observed, and foreign keys are not checked.
  private func step(_ sql: String, on start: String = notes) throws -> StepReport {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: start)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql], foreignKeyChecks: .disabled),
      temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return try #require(report.steps.first)
  }

  @Test(arguments: [
    rebuild(),
    rebuild("INSERT INTO main.n (\"body\") SELECT body FROM note;"),
    // Emptied and filled again.
    """
    CREATE TABLE other AS SELECT body FROM note; DELETE FROM note;
    INSERT INTO note (body) SELECT body FROM other; DROP TABLE other;
    """,
    // The old table is renamed first.
    """
    ALTER TABLE note RENAME TO old; CREATE TABLE note (body TEXT, seq INTEGER PRIMARY KEY);
    INSERT INTO note (body) SELECT body FROM old; DROP TABLE old;
    """,
  ])
  func `reassigned keys are reported as changed keys`(sql: String) throws {
    let step = try step(sql)
    #expect(Losses(of: [step]).all == [.keys(table: "note", column: "seq", count: 3)])
    let rows = try #require(step.rows.first { $0.table == "note" })
    #expect(rows.lost == 0 && rows.before == 4 && rows.after == 4)
    #expect(step.changedRows(of: rows)?.obstacle == .keysChanged)
  }

  @Test func `primary keys that a rebuild leaves unchanged are not a loss`() throws {
    let step = try step(
      Self.rebuild(),
      on: """
        CREATE TABLE note (seq INTEGER PRIMARY KEY, body TEXT);
        INSERT INTO note VALUES (1, 'a'), (2, 'b'), (3, 'b');
        """)
    #expect(Losses(of: [step]).all == [])
  }

  @Test func `equal rows are matched so that as few keys as possible count as changed`() throws {
    let step = try step(
      Self.rebuild(),
      on: """
        CREATE TABLE note (seq INTEGER PRIMARY KEY, body TEXT);
        INSERT INTO note VALUES (1, 'x'), (3, 'x'), (4, 'x'), (5, 'y');
        """)
    #expect(Losses(of: [step]).all == [.keys(table: "note", column: "seq", count: 2)])
  }

  @Test(arguments: [
    // Values were swapped, and the rows were not inserted again.
    "UPDATE note SET body = CASE seq WHEN 1 THEN 'c' WHEN 3 THEN 'a' ELSE body END;",
    "CREATE TABLE o AS SELECT * FROM note; UPDATE note SET body = (SELECT body FROM o WHERE seq = 9 - note.seq) WHERE seq > 3;",
    // Statements chose the keys.
    rebuild(
      "INSERT INTO n (seq, body) SELECT CASE seq WHEN 3 THEN 4 WHEN 4 THEN 3 ELSE seq END, body FROM note;"
    ),
    rebuild("INSERT INTO n (rowid, body) SELECT 10 - seq, body FROM note;"),
    rebuild("INSERT INTO n SELECT 10 - seq, body, NULL FROM note;"),
    rebuild(
      "REPLACE INTO n (body) SELECT body FROM note; UPDATE n SET seq = seq + 1 WHERE seq = 4;"),
    // A key was chosen for one row, or values were swapped afterwards.
    rebuild() + "UPDATE note SET body = CASE seq WHEN 1 THEN 'c' WHEN 2 THEN 'a' ELSE body END;",
    rebuild(
      "INSERT INTO n (body) SELECT body FROM note WHERE seq > 1; INSERT INTO n VALUES (9, 'a', NULL);"
    ),
    // A row was deleted and another one inserted.
    rebuild(
      "INSERT INTO n (body) SELECT body FROM note WHERE seq > 1; INSERT INTO n (body) SELECT 'z';"),
    rebuild(
      "INSERT INTO n (body) SELECT body FROM note WHERE seq <> 3; INSERT INTO n (body) VALUES ('c');"
    ),
    "DELETE FROM note WHERE seq = 3; INSERT INTO note (body) SELECT 'c';",
    // Other contents, or another number of rows.
    rebuild("INSERT INTO n (body) SELECT upper(body) FROM note;"),
    rebuild("INSERT INTO n (body) SELECT body FROM note WHERE seq < 5;"),
    rebuild(
      "INSERT INTO n (body) SELECT body FROM note; INSERT INTO n (body) SELECT body FROM note;"),
    // A trigger inserts rows.
    rebuild(
      """
      CREATE TRIGGER t AFTER INSERT ON n WHEN new.body = 'a'
      BEGIN INSERT INTO n (seq, body) VALUES (100, 'e'); END;
      INSERT INTO n (body) SELECT body FROM note WHERE seq < 5; DROP TRIGGER t;
      """),
  ])
  func `losing rows or values is not reported as changing keys`(sql: String) throws {
    let losses = Losses(of: [try step(sql)])
    #expect(losses.isDataLost)
    let hasKeys = losses.all.contains { if case .keys = $0 { true } else { false } }
    #expect(!hasKeys)
    // As without a rebuild, or unseen if a statement changed keys.
    #expect(!losses.rows.isEmpty || !losses.values.isEmpty || !losses.unseen.isEmpty)
  }

  @Test func `a migration in code reports lost rows and values instead of changed keys`() throws {
    let fixture = try LeagueFixture(Self.notes)
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1", foreignKeyChecks: .disabled) {
      try $0.execute(sql: Self.rebuild())
    }
    let report = try DryRun.run(
      path: fixture.path, migrator: migrator, temporaryDirectory: fixture.folder.path)
    let losses = Losses(of: report.steps)
    #expect(losses.rows.map(\.count) == [1] && losses.values.map(\.lost.overwritten) == [2])
  }

  // MARK: - References

  private static let links =
    notes + """
      CREATE TABLE link (id INTEGER PRIMARY KEY, to_note REFERENCES note (seq));
      PRAGMA foreign_keys = OFF;
      INSERT INTO link (to_note) VALUES (1), (1), (3), (4), (5), (NULL), (2), ('3');
      """

  @Test func `references to changed keys are lost`() throws {
    // 3, 4 and 5 are other rows or none, and 2 is a row now.
    let losses = Losses(of: [try step(Self.rebuild(), on: Self.links)])
    #expect(
      losses.all == [
        .keys(table: "note", column: "seq", count: 3),
        .references(table: "link", column: "to_note", parent: "note", count: 5),
      ])
    #expect(losses.valueCount == 8)
  }

  @Test func `references that are updated to the new keys are not reported as lost`() throws {
    let follow = "UPDATE link SET to_note = to_note - 1 WHERE to_note > 2;"
    let losses = Losses(of: [try step(Self.rebuild() + follow, on: Self.links)])
    let references = losses.all.filter { if case .references = $0 { true } else { false } }
    // 2 belongs to another row now.
    #expect(references == [.references(table: "link", column: "to_note", parent: "note", count: 1)])
    #expect(losses.values.map(\.column) == ["to_note"])
  }

  @Test
  func `references without a foreign key are not listed in addition to the changed keys`() throws {
    let plain = Self.links.replacing(" REFERENCES note (seq)", with: "")
    let losses = Losses(of: [try step(Self.rebuild(), on: plain)])
    #expect(losses.all == [.keys(table: "note", column: "seq", count: 3)])
    #expect(losses.isDataLost)
  }

  @Test func `lost references within a table and from another rebuilt table are reported`() throws {
    let start = """
      CREATE TABLE note (seq INTEGER PRIMARY KEY, body TEXT, parent INTEGER REFERENCES note);
      INSERT INTO note VALUES (1, 'a', NULL), (3, 'c', 1), (4, 'd', 3);
      CREATE TABLE link (id INTEGER PRIMARY KEY, note REFERENCES note);
      INSERT INTO link VALUES (2, 1), (5, 3), (7, 4);
      """
    let sql = """
      CREATE TABLE n (seq INTEGER PRIMARY KEY, body TEXT, parent INTEGER REFERENCES note);
      INSERT INTO n (body, parent) SELECT body, parent FROM note ORDER BY seq;
      DROP TABLE note; ALTER TABLE n RENAME TO note;
      CREATE TABLE l (id INTEGER PRIMARY KEY, note REFERENCES note);
      INSERT INTO l (note) SELECT note FROM link; DROP TABLE link; ALTER TABLE l RENAME TO link;
      """
    let losses = Losses(of: [try step(sql, on: start)])
    #expect(
      Set(losses.all) == [
        .keys(table: "note", column: "seq", count: 2), .keys(table: "link", column: "id", count: 3),
        .references(table: "note", column: "parent", parent: "note", count: 1),
        .references(table: "link", column: "note", parent: "note", count: 2),
      ])
  }

  // MARK: - Violations

  private static let players = """
    CREATE TABLE club (id INTEGER PRIMARY KEY); INSERT INTO club VALUES (1), (2);
    CREATE TABLE player (id INTEGER PRIMARY KEY, club REFERENCES club, name TEXT);
    PRAGMA foreign_keys = OFF;
    INSERT INTO player VALUES (1, 1, 'Ada'), (4, 2, 'Ben'), (9, 77, 'orphan');
    PRAGMA foreign_keys = ON;
    """

  private static func rebuildPlayers(_ club: String) -> String {
    """
    CREATE TABLE p (id INTEGER PRIMARY KEY, club REFERENCES club, name TEXT);
    INSERT INTO p (club, name) SELECT \(club), name FROM player ORDER BY id;
    DROP TABLE player; ALTER TABLE p RENAME TO player;
    """
  }

  private func migrator(_ sql: String) -> DatabaseMigrator {
    var migrator = DatabaseMigrator(["1": sql])
    migrator.foreignKeyPolicy = .newViolationsOnly
    return migrator
  }

  @Test func `an old violation remains old if the key of its row changes in a rebuild`() throws {
    let fixture = try LeagueFixture(Self.players)
    let migrator = migrator(Self.rebuildPlayers("club"))
    let report = try DryRun.run(
      path: fixture.path, migrator: migrator, temporaryDirectory: fixture.folder.path)
    #expect(report.failure == nil)
    #expect(report.steps.first?.violations == ViolationCounts(before: 1, after: 1, added: 0))
    #expect(
      Losses(of: report.steps).all == [.keys(table: "player", column: "id", count: 2)])
    // The result is the same if rows are not observed.
    try migrator.migrate(fixture.queue)
    #expect(try fixture.queue.count("SELECT id FROM player WHERE club = 77") == 3)
  }

  @Test(arguments: [
    // Another row has the reference, or the row has another one.
    "CASE club WHEN 77 THEN 2 WHEN 2 THEN 77 ELSE club END",
    "CASE club WHEN 77 THEN 78 ELSE club END", "CASE club WHEN 2 THEN 77 ELSE club END",
  ])
  func `a violation of another row is new`(club: String) throws {
    let fixture = try LeagueFixture(Self.players)
    let migrator = migrator(Self.rebuildPlayers(club))
    let report = try DryRun.run(
      path: fixture.path, migrator: migrator, temporaryDirectory: fixture.folder.path)
    #expect(report.failure != nil)
    #expect(report.steps.first?.violations?.added ?? 0 > 0)
    #expect(throws: DatabaseError.self) { try migrator.migrate(fixture.queue) }
    #expect(try fixture.queue.count("SELECT id FROM player WHERE club = 77") == 9)
  }

  @Test func `a reference to a key that no longer exists is a new violation`() throws {
    let fixture = try LeagueFixture(
      Self.notes + """
        CREATE TABLE link (id INTEGER PRIMARY KEY, note REFERENCES note (seq)); INSERT INTO link VALUES (1, 5);
        """)
    let report = try DryRun.run(
      path: fixture.path, migrator: migrator(Self.rebuild()),
      temporaryDirectory: fixture.folder.path)
    #expect(report.steps.first?.violations?.added == 1)
    #expect(report.failure != nil)
  }
}
