import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

struct FullTextTests {
  @Test func `a table whose triggers maintain a full-text index can be migrated`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
        CREATE VIRTUAL TABLE note_index USING fts5(text, content='note', content_rowid='id');
        CREATE TRIGGER note_insert AFTER INSERT ON note BEGIN
          INSERT INTO note_index(rowid, text) VALUES (new.id, new.text);
        END;
        """)
    let migrator = DatabaseMigrator(["1": "INSERT INTO note (text) VALUES ('hello world')"])
    let report = try DryRun.run(
      path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    let queue = try DatabaseQueue(path: path)
    try migrator.migrate(queue)
    let found = try queue.read {
      try Int.fetchOne($0, sql: "SELECT rowid FROM note_index WHERE note_index MATCH 'world'")
    }
    #expect(found == 1)
  }

  @Test(arguments: [
    ("INSERT INTO note_index(note_index) VALUES ('delete-all')", true),
    ("INSERT INTO main.\"note_index\"(NOTE_INDEX) VALUES('Delete-All')", true),
    (
      "INSERT INTO note_index(note_index) VALUES ('delete-all'); ALTER TABLE note_index RENAME TO other",
      true
    ),
    (
      """
      INSERT INTO note_index(note_index) VALUES ('delete-all');
      INSERT INTO note_index(note_index) VALUES ('rebuild')
      """, false
    ),
    (
      """
      INSERT INTO note_index(note_index) VALUES ('delete-all');
      INSERT INTO note_index(rowid, text) SELECT id, text FROM note
      """, false
    ),
    (
      """
      SAVEPOINT a; INSERT INTO note_index(note_index) VALUES ('delete-all'); ROLLBACK TO a; RELEASE a
      """, false
    ),
    (
      "INSERT INTO note_index(note_index) VALUES ('delete-all'); DROP TABLE note_index", false
    ),
  ])
  func `an index that is emptied while its table has rows causes a warning`(
    sql: String, isWarned: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO note VALUES (1, 'hello'), (2, 'world');
        CREATE VIRTUAL TABLE note_index USING fts5(text, content='note', content_rowid='id');
        INSERT INTO note_index(note_index) VALUES ('rebuild');
        """)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    let warnings = report.steps[0].warnings
    #expect(warnings.count == (isWarned ? 1 : 0), "\(warnings)")
    #expect(warnings.allSatisfy { $0.contains("was emptied") })
  }
}

struct StaleIndexTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func warnings(
    _ module: String, _ migration: String, besides schema: String = ""
  ) throws -> (told: [String], isStale: Bool) {
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, n INT);
        INSERT INTO note VALUES (1, 'hello', 1), (2, 'world', 2);
        CREATE VIRTUAL TABLE f USING \(module);
        INSERT INTO f(f) VALUES ('rebuild'); \(schema);
        """)
    let migrator = DatabaseMigrator(["1": migration])
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    let queue = try DatabaseQueue(path: path)
    try migrator.migrate(queue)
    // Compares the matches with those after a rebuild.
    let finds = """
      SELECT group_concat((SELECT coalesce(group_concat(rowid), '-') FROM f WHERE f MATCH word))
      FROM (SELECT 'hello' AS word UNION ALL SELECT 'world' UNION ALL SELECT 'new')
      """
    let isStale = try queue.writeWithoutTransaction { db in
      let found = try String.fetchOne(db, sql: finds)
      try db.execute(sql: "INSERT INTO f(f) VALUES ('rebuild')")
      return try String.fetchOne(db, sql: finds) != found
    }
    return (report.steps[0].warnings, isStale)
  }

  static let recreation = """
    CREATE TABLE n (id INTEGER PRIMARY KEY, text TEXT NOT NULL, n INT);
    INSERT INTO n SELECT id + 10, text, n FROM note; DROP TABLE note; ALTER TABLE n RENAME TO note
    """
  static let trigger = """
    CREATE TRIGGER i AFTER INSERT ON note BEGIN INSERT INTO f(rowid, text) VALUES (new.id, new.text); END
    """

  @Test(arguments: [
    ("INSERT INTO note VALUES (3, 'new', 3)", true), ("DELETE FROM note WHERE id = 1", true),
    ("UPDATE note SET text = 'new' WHERE id = 2", true), (recreation, true),
    // The indexed values are unchanged.
    ("UPDATE note SET n = 5", false), ("UPDATE note SET text = text", false),
    (recreation.replacing("id + 10", with: "id"), false), ("CREATE TABLE other (text)", false),
    ("INSERT INTO note VALUES (3, 'new', 3); INSERT INTO f(f) VALUES ('rebuild')", false),
    ("SAVEPOINT a; DELETE FROM note; ROLLBACK TO a; RELEASE a", false),
  ])
  func `a full-text index that is not updated with its content table causes a warning`(
    migration: String, isStale: Bool
  ) throws {
    for module in [
      "fts5(text, content='note', content_rowid='id')", "fts4(content=\"note\", text)",
    ] {
      let (told, found) = try warnings(module, migration)
      let words =
        "The full-text index f does not match its table note: searches may return wrong rows "
        + "or fail, and triggers that write to the index may fail. To rebuild it, add "
        + "INSERT INTO \"f\"(\"f\") VALUES ('rebuild') at the end of the migration."
      #expect(told == (isStale ? [words] : []), "\(module)")
      #expect(found == isStale, "\(module)")
      try FileManager.default.removeItem(atPath: folder.path("app.sqlite"))
    }
  }

  @Test(arguments: [
    ("fts5(text, content='note', content_rowid='id')", trigger), ("fts5(text)", ""),
    ("fts5(text, content='note', content_rowid='id', columnsize=0)", trigger),
  ])
  func `an index written by triggers or with its own content causes no warning`(
    module: String, schema: String
  ) throws {
    #expect(
      try warnings(module, "INSERT INTO note VALUES (3, 'new', 3)", besides: schema).told == [])
  }
}

struct DanglingReferenceTests {
  @Test
  func `a foreign key to a parent that is renamed, replaced and dropped causes a warning`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE entry (id INTEGER PRIMARY KEY, note TEXT);
        CREATE TABLE entry_data (entryId INTEGER REFERENCES entry(id));
        """)
    let migrator = DatabaseMigrator([
      "1": """
      ALTER TABLE entry RENAME TO old_entry;
      CREATE TABLE entry (id INTEGER PRIMARY KEY);
      DROP TABLE old_entry;
      """,
      "2": "CREATE TABLE log (a)",
    ])
    let report = try DryRun.run(path: path, migrator: migrator, temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    #expect(report.steps[0].warnings.count == 1)
    #expect(report.steps[0].warnings.first?.contains("entry_data refers to old_entry") == true)
    #expect(report.steps[1].warnings == [])
  }
}
