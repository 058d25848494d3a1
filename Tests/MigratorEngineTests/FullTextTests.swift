import MigratorEngine
import MigratorTestSupport
import Testing

struct FullTextTests {
  @Test func `a table whose triggers keep a full-text index in step can be migrated`() throws {
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
  func `an index that is emptied, and not its table, is warned of`(
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

struct DanglingReferenceTests {
  @Test func `a foreign key left behind by a rename and a drop is warned of`() throws {
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
