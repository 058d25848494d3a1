import MigratorEngine
import MigratorTestSupport
import Testing

/// Views and triggers in which a rename replaced the name of a table.
struct ViewReferenceTests {
  private static let start = """
    CREATE TABLE event (id INTEGER PRIMARY KEY, title TEXT);
    INSERT INTO event VALUES (1, 'a'), (2, 'b');
    CREATE TABLE visit (id INTEGER PRIMARY KEY, event INTEGER);
    CREATE VIEW titles AS SELECT event.title FROM event JOIN visit ON visit.event = event.id;
    CREATE TRIGGER note AFTER INSERT ON visit BEGIN INSERT INTO event (title) VALUES ('v'); END;
    """

  private func summary(_ sql: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: Self.start)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(["1": sql]), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return try #require(report.steps.first).changes.summaryLines
  }

  private static let replacement = """
    ALTER TABLE event RENAME TO event_old;
    CREATE TABLE event (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    INSERT INTO event SELECT * FROM event_old;
    """

  @Test(arguments: [
    replacement + "DROP TABLE event_old", replacement + "DROP TABLE event; DROP TABLE event_old",
  ])
  func `a change of the tables that a view or trigger uses is reported as a change`(
    sql: String
  ) throws {
    let lines = try summary(sql)
    #expect(lines.contains("titles: ~ view: table event → event_old"))
    #expect(lines.contains { $0.contains("~ trigger note: table event → event_old") })
  }

  @Test(arguments: [
    "ALTER TABLE event RENAME TO happening", replacement,
    "ALTER TABLE event RENAME TO x; ALTER TABLE x RENAME TO happening",
    "ALTER TABLE visit RENAME COLUMN event TO happening",
  ])
  func `a view counts as changed in text only if its table was renamed`(sql: String) throws {
    #expect(try summary(sql).contains("titles: ~ view (text only)"))
  }
}
