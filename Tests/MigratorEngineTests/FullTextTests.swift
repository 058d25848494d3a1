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
