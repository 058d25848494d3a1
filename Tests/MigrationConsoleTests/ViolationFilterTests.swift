import ConsolePictures
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing
import TerminalUI

@testable import MigrationConsole

/// The table of violations, and its filter if only the first rows are listed.
struct ViolationFilterTests {
  private static let count = 5_200

  private func press(_ keys: [Key], orphans: Int = count) throws -> [CellGrid] {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        PRAGMA foreign_keys = OFF;
        CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO club VALUES (1, 'Rovers');
        CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id), name TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(orphans))
        INSERT INTO player SELECT i, 1000 + i, CASE i WHEN \(orphans) THEN 'needle' ELSE 'hay' END FROM n;
        """)
    let session = MigrationSession(database: path, migrations: DatabaseMigrator(), history: .none)
    return ScriptedConsole().press(keys, in: ConsoleSession(session))
  }

  @Test func `the filter finds a row beyond those that are listed`() throws {
    let screens = try press([.char("3"), .char("/")] + "needle".map { .char($0) } + [.enter])
    let text = try #require(screens.last?.text)
    #expect(text.contains("1 of 5,200 rows match"), "\(text)")
    #expect(text.contains("1 of 5,200 rows"), "\(text)")
    #expect(text.contains("5200  6200    \"needle\""), "\(text)")
    // Esc shows all groups again.
    let cleared = try press(
      [.char("3"), .char("/")] + "needle".map { .char($0) } + [.enter, .escape])
    #expect(cleared.last?.text.contains("5,200 found (200 not listed)") == true)
  }

  @Test func `words that no row contains are reported after all rows were searched`() throws {
    let screens = try press([.char("3"), .char("/")] + "nothing".map { .char($0) } + [.enter])
    let text = try #require(screens.last?.text)
    #expect(text.contains("0 of 5,200 rows match"), "\(text)")
    #expect(text.contains("No row matches the filter."), "\(text)")
  }

  @Test func `the columns of the rows have headers, and Enter shows the cells of a row`() throws {
    let screens = try press([.char("3"), .down, .enter, .char("z")], orphans: 3)
    let table = screens[2].text
    #expect(table.contains("    id  clubId  name"), "\(table)")
    #expect(table.contains("    1   1001    \"hay\""), "\(table)")
    #expect(screens[1].text.contains("  foreign key"), "\(screens[1].text)")
    let text = try #require(screens.last?.text)
    #expect(text.contains("No row of club has id 1001."), "\(text)")
    #expect(text.contains("Rows of club that exist, by id:"), "\(text)")
  }
}
