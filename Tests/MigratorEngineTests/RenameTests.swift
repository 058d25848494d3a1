import MigratorEngine
import MigratorTestSupport
import Testing

/// Renamed objects are not lost, and losses are reported under the right name.
struct RenameTests {
  private let people = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT);
    INSERT INTO person VALUES (1, 'a1', 'b1', 'c1'), (2, 'a2', 'b2', 'c2');
    CREATE TABLE animal (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT);
    INSERT INTO animal VALUES (1, 'x', 'y', 'z');
    CREATE INDEX person_on_a ON person(a);
    """

  private func step(_ migrator: DatabaseMigrator) throws -> StepReport {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: people)
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    let step = try #require(report.steps.first)
    #expect(report.changes.summaryLines == step.changes.summaryLines)
    return step
  }

  private func step(_ sql: String) throws -> StepReport {
    try step(DatabaseMigrator(["1": sql]))
  }

  /// The losses as text: `2 rows of person`, `table person`, `column a of person`.
  private func losses(_ step: StepReport) -> [String] {
    let losses = Losses(of: [step])
    return losses.rows.map { "\($0.count) rows of \($0.table)" }
      + losses.tables.map { "table \($0)" }
      + losses.columns.map { "column \($0.column) of \($0.table)" }
      + losses.objects.map { "\($0.kindWords) \($0.name)" }
  }

  @Test(arguments: [
    ("ALTER TABLE person RENAME COLUMN c TO d", "person: ~ column c renamed to d"),
    (
      "alter table main.\"person\" rename 'a' to [d e]",
      "person: ~ column a renamed to d e, ~ index person_on_a (text only)"
    ),
    (
      "ALTER TABLE person RENAME COLUMN a TO A",
      "person: ~ column a renamed to A, ~ index person_on_a (text only)"
    ),
    (
      "ALTER TABLE person RENAME COLUMN b TO t; ALTER TABLE person RENAME COLUMN c TO b; "
        + "ALTER TABLE person RENAME COLUMN t TO c",
      "person: ~ column b renamed to c, ~ column c renamed to b"
    ),
    (
      "ALTER TABLE person ADD COLUMN d TEXT; ALTER TABLE person RENAME COLUMN d TO e",
      "person: + column e"
    ),
    ("ALTER TABLE person ADD d TEXT; ALTER TABLE person DROP d", nil),
    ("ALTER TABLE person RENAME COLUMN c TO d; ALTER TABLE person RENAME COLUMN d TO c", nil),
    (
      "ALTER TABLE animal RENAME TO beast",
      "beast: ~ name animal → beast"
    ),
    (
      "ALTER TABLE animal RENAME TO tmp; ALTER TABLE tmp RENAME TO Animal",
      "Animal: ~ name animal → Animal"
    ),
    (
      "ALTER TABLE animal RENAME TO beast; CREATE TABLE animal (id INTEGER)",
      "animal: + table|beast: ~ name animal → beast"
    ),
    (
      "SAVEPOINT s; ALTER TABLE person DROP COLUMN c; ROLLBACK TO s; RELEASE s; "
        + "ALTER TABLE person RENAME c TO d",
      "person: ~ column c renamed to d"
    ),
    ("CREATE TEMP TABLE person (c); ALTER TABLE person RENAME c TO d", nil),
    ("CREATE TABLE IF NOT EXISTS person (x)", nil),
  ])
  func `a rename loses nothing and is reported as a rename`(sql: String, words: String?) throws {
    let step = try step(sql)
    #expect(losses(step) == [])
    #expect(step.changes.summaryLines == (words?.split(separator: "|").map(String.init) ?? []))
    #expect(step.rows.allSatisfy { $0.before == nil || $0.lost == 0 })
  }

  @Test(arguments: [
    ("ALTER TABLE person DROP COLUMN b; ALTER TABLE person RENAME COLUMN c TO b", "b"),
    ("ALTER TABLE person DROP COLUMN c; ALTER TABLE person ADD COLUMN d TEXT", "c"),
    ("ALTER TABLE person DROP COLUMN b; ALTER TABLE person ADD COLUMN b TEXT", "b"),
    ("ALTER TABLE person RENAME COLUMN c TO d; ALTER TABLE person DROP COLUMN d", "c"),
    (
      "ALTER TABLE person RENAME COLUMN c TO d; ALTER TABLE person DROP COLUMN d; "
        + "ALTER TABLE person ADD COLUMN c TEXT", "c"
    ),
    (
      "SAVEPOINT s; ALTER TABLE person RENAME b TO x; ROLLBACK TO s; RELEASE s; "
        + "ALTER TABLE person DROP b; ALTER TABLE person ADD x TEXT", "b"
    ),
    (
      """
      CREATE TABLE new_person (id INTEGER PRIMARY KEY, a TEXT, b TEXT);
      INSERT INTO new_person SELECT id, a, b FROM person;
      DROP TABLE person; ALTER TABLE new_person RENAME TO person;
      CREATE INDEX person_on_a ON person(a)
      """, "c"
    ),
    (
      """
      ALTER TABLE person RENAME TO old;
      CREATE TABLE person (id INTEGER PRIMARY KEY, a TEXT, c TEXT);
      INSERT INTO person SELECT id, a, c FROM old; DROP TABLE old;
      CREATE INDEX person_on_a ON person(a)
      """, "b"
    ),
  ])
  func `a dropped column is reported by its original name`(sql: String, column: String) throws {
    #expect(try losses(step(sql)) == ["column \(column) of person"])
  }

  private static func remake(_ table: String, _ columns: String) -> String {
    """
    CREATE TABLE new_one (id INTEGER PRIMARY KEY, \(columns));
    INSERT INTO new_one SELECT id, \(columns) FROM \(table);
    DROP TABLE \(table); ALTER TABLE new_one RENAME TO \(table);

    """
  }

  @Test(arguments: [
    ("ALTER TABLE animal RENAME c TO d;" + remake("animal", "a, b, d"), "animal", [:]),
    (remake("animal", "a, b, c") + "ALTER TABLE animal RENAME c TO d", "animal", [:]),
    (remake("animal", "a, b, c") + "ALTER TABLE animal RENAME TO beast", "beast", [:]),
    ("ALTER TABLE animal RENAME TO beast;" + remake("beast", "a, b, c"), "beast", [:]),
    (
      remake("animal", "a, b, c") + "ALTER TABLE animal RENAME b TO x;"
        + remake("animal", "c, x, a") + "ALTER TABLE animal RENAME x TO y;"
        + remake("animal", "a, y, c") + "ALTER TABLE animal RENAME TO beast", "beast", [:]
    ),
    (
      """
      ALTER TABLE animal RENAME TO old; CREATE TABLE animal (id INTEGER PRIMARY KEY, a, b, c);
      INSERT INTO animal SELECT * FROM old; DROP TABLE old;
      ALTER TABLE animal RENAME TO beast; ALTER TABLE beast RENAME a TO x
      """, "beast", [:]
    ),
    // Only the columns dropped on the way are lost.
    ("ALTER TABLE animal RENAME c TO b2;" + remake("animal", "a, b2"), "animal", ["b": 1]),
    (
      remake("animal", "a, b, c") + "ALTER TABLE animal DROP b; ALTER TABLE animal RENAME c TO b",
      "animal", ["b": 1]
    ),
  ])
  func `a re-created table is matched with the original despite renames`(
    sql: String, name: String, lost: [String: Int]
  ) throws {
    let step = try step(sql)
    #expect(losses(step) == lost.keys.map { "column \($0) of \(name)" })
    let rows = try #require(step.rows.first)
    #expect(step.rows.count == 1 && rows.table == name && rows.isRecreated)
    #expect(rows.formerName == (name == "animal" ? nil : "animal"))
    #expect(rows.before == 1 && rows.after == 1 && rows.lost == 0)
    #expect(rows.values == .compared([], unmatchedRows: 0))
  }

  @Test func `old violations of a re-created and renamed table remain old`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE parent (id INTEGER PRIMARY KEY);
        CREATE TABLE child (id INTEGER PRIMARY KEY, p REFERENCES parent(id));
        PRAGMA foreign_keys = OFF; INSERT INTO child VALUES (1, 7), (2, 8);
        """)
    var migrator = DatabaseMigrator([
      "1": """
      ALTER TABLE child RENAME p TO q;
      CREATE TABLE new_one (id INTEGER PRIMARY KEY, q REFERENCES parent(id));
      INSERT INTO new_one SELECT * FROM child;
      DROP TABLE child; ALTER TABLE new_one RENAME TO child;
      ALTER TABLE child RENAME TO kid; ALTER TABLE kid RENAME q TO r;
      CREATE TABLE new_parent (id INTEGER PRIMARY KEY);
      DROP TABLE parent; ALTER TABLE new_parent RENAME TO parent;
      ALTER TABLE parent RENAME TO mother;
      """
    ])
    migrator.foreignKeyPolicy = .newViolationsOnly
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    let counts = try #require(report.steps.first?.violations)
    #expect(report.failure == nil)
    #expect(counts.before == 2 && counts.after == 2 && counts.added == 0)
  }

  @Test(arguments: [
    "ALTER TABLE child DROP COLUMN parent", "DROP TABLE child",
    "DROP TABLE child; CREATE TABLE child (id INTEGER PRIMARY KEY)",
  ])
  func `violations in dropped tables and columns count as old ones`(sql: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        PRAGMA foreign_keys = OFF;
        CREATE TABLE parent (id INTEGER PRIMARY KEY);
        CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent);
        INSERT INTO child VALUES (1, 7), (2, 8), (3, 9);
        """)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    #expect(report.steps.first?.violations == ViolationCounts(before: 3, after: 0, added: 0))
  }

  @Test func `a column dropped from a renamed table is lost`() throws {
    let step = try step(
      "ALTER TABLE person RENAME TO human; ALTER TABLE human DROP COLUMN b; "
        + "ALTER TABLE human RENAME c TO b")
    #expect(losses(step) == ["column b of human"])
    #expect(
      step.changes.summaryLines == [
        "human: ~ name person → human, - column b, ~ column c renamed to b, "
          + "~ index person_on_a (text only)"
      ])
  }

  @Test func `two tables that swap their names lose nothing`() throws {
    let step = try step(
      """
      ALTER TABLE person RENAME TO tmp; ALTER TABLE animal RENAME TO person;
      ALTER TABLE tmp RENAME TO animal; INSERT INTO animal (id) VALUES (9)
      """)
    #expect(losses(step) == [])
    let rows = try #require(step.rows.first)
    #expect(rows.table == "animal" && rows.formerName == "person")
    #expect(rows.before == 2 && rows.after == 3 && rows.inserted == 1 && !rows.isRecreated)
    #expect(step.rows.count == 1)
    #expect(step.changes.changes.count == 3)
  }

  @Test func `a dropped table is distinguished from the one that takes its name`() throws {
    let step = try step("DROP TABLE person; ALTER TABLE animal RENAME TO person")
    #expect(losses(step) == ["2 rows of person", "table person"])
    #expect(
      step.changes.summaryLines == [
        "person: - table, - index person_on_a", "person: ~ name animal → person",
      ])
  }

  @Test func `rows deleted while a table has another name are reported as lost`() throws {
    let step = try step(
      """
      DELETE FROM person WHERE id = 1; ALTER TABLE person RENAME TO human;
      CREATE TABLE person (id); INSERT INTO person VALUES (1), (2), (3);
      INSERT INTO human (id) VALUES (7)
      """)
    #expect(losses(step) == ["1 rows of human"])
    #expect(step.rows.first { $0.table == "person" }?.before == nil)
  }

  @Test func `rows of tables created by the migration are not lost`() throws {
    let step = try step(
      "CREATE TABLE t (x); INSERT INTO t VALUES (1), (2); DELETE FROM t WHERE x = 1")
    #expect(losses(step) == [])
  }

  @Test func `changes that a savepoint rolls back are not losses`() throws {
    let step = try step(
      "SAVEPOINT s; DELETE FROM person; ROLLBACK TO s; RELEASE s; DELETE FROM animal")
    #expect(losses(step) == ["1 rows of animal"])
  }

  @Test func `rows deleted after a rollback to a savepoint are lost`() throws {
    let step = try step(
      """
      SAVEPOINT s; DROP TABLE person; CREATE TABLE person (id INTEGER PRIMARY KEY);
      ROLLBACK TO s; DELETE FROM person; INSERT INTO person (id) VALUES (7), (8); RELEASE s
      """)
    #expect(losses(step) == ["2 rows of person"])
  }

  @Test func `renames in code are followed in the same way as those in scripts`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.alter(table: "person") { $0.drop(column: "b") }
      let rename = try db.makeStatement(sql: "ALTER TABLE person RENAME COLUMN c TO b")
      try db.inSavepoint {
        try db.rename(table: "animal", to: "beast")
        return .rollback
      }
      try rename.execute()
      try db.rename(table: "animal", to: "pet")
    }
    let step = try step(migrator)
    #expect(losses(step) == ["column b of person"])
    #expect(
      step.changes.summaryLines == [
        "person: - column b, ~ column c renamed to b", "pet: ~ name animal → pet",
      ])
  }

  @Test func `objects that refer to a renamed table are not reported as changed`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE member (id, clubId REFERENCES club(id), CHECK (clubId > 0));
        CREATE VIEW both AS SELECT name FROM club JOIN member ON clubId = club.id;
        CREATE TRIGGER t AFTER INSERT ON member BEGIN UPDATE club SET name = 'x'; END;
        CREATE UNIQUE INDEX member_on_club ON member(clubId, id);
        """)
    let report = try DryRun.run(
      path: path,
      migrator: DatabaseMigrator([
        "1": "ALTER TABLE club RENAME TO team; ALTER TABLE team RENAME id TO teamId",
        "2": "ALTER TABLE member RENAME clubId TO ofTeam",
      ]), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    let steps = report.steps.map { $0.changes.changes.filter { !$0.isTextOnly }.map(\.name) }
    #expect(steps == [["team"], ["member"]])
    #expect(report.changes.changes.filter { !$0.isTextOnly }.map(\.name) == ["member", "team"])
    #expect(Losses(of: report.steps).isEmpty)
  }
}
