import MigratorEngine
import MigratorTestSupport
import Testing

struct LossesTests {
  private let people = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, phone TEXT);
    INSERT INTO person VALUES (1, 'Ada', 'a@x', '1'), (2, 'Ben', 'b@x', '2');
    """

  private func dryRun(_ scripts: KeyValuePairs<String, String>) throws -> DryRunReport {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: people)
    let report = try DryRun.run(
      path: path, migrator: DatabaseMigrator(scripts), temporaryDirectory: folder.path)
    #expect(report.failure == nil)
    return report
  }

  @Test(arguments: [
    "CREATE TABLE slim AS SELECT id FROM person; DROP TABLE person",
    """
    ALTER TABLE person RENAME TO old; CREATE TABLE human AS SELECT id FROM old; DROP TABLE old
    """,
    "ALTER TABLE person RENAME TO human; ALTER TABLE human DROP COLUMN mail",
  ])
  func `a new name that does not keep all columns is no mere new name`(sql: String) throws {
    let losses = Losses(of: try dryRun(["1": sql]).steps)
    #expect(losses.phrase == "lose 2 rows")
    #expect(losses.tables == ["person"])
  }

  @Test(arguments: [
    "ALTER TABLE person RENAME TO human",
    "ALTER TABLE person RENAME TO human; ALTER TABLE human ADD COLUMN born TEXT",
    "ALTER TABLE person RENAME COLUMN mail TO email",
  ])
  func `a new name loses nothing`(sql: String) throws {
    #expect(try Losses(of: dryRun(["1": sql]).steps).isEmpty)
  }

  @Test func `a column is lost although another one is added`() throws {
    let report = try dryRun([
      "1": "ALTER TABLE person DROP COLUMN mail; ALTER TABLE person ADD COLUMN born TEXT"
    ])
    #expect(Losses(of: report.steps).columns.map(\.column) == ["mail"])
  }

  @Test func `a table that is dropped and made anew is told as such, wherever it is stored`()
    throws
  {
    let report = try dryRun([
      "1": """
      DROP TABLE person;
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, phone TEXT);
      INSERT INTO person (id) VALUES (7), (8)
      """
    ])
    #expect(report.steps.first?.rows.map(\.isRecreated) == [true])
  }

  @Test func `a temporary table of one migration hides nothing of the next`() throws {
    let report = try dryRun(["1": "CREATE TEMP TABLE person (x)", "2": "DELETE FROM person"])
    #expect(Losses(of: report.steps).phrase == "lose 2 rows")
  }
}
