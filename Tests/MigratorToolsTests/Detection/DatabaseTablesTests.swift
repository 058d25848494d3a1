import MigratorEngine
import MigratorTestSupport
import Testing

@testable import MigratorTools

struct DatabaseTablesTests {
  @Test(arguments: [
    "CREATE TABLE missing (id)", "CREATE VIRTUAL TABLE found USING fts5(a)",
  ])
  func `each table has its own columns, wherever they begin`(other: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeDatabase(
      sql: """
        CREATE TABLE one (a TEXT PRIMARY KEY, b);
        CREATE TABLE generated (a AS (b + 1), b INTEGER, c AS (b) STORED);
        CREATE TABLE [two words] (Z TEXT);
        CREATE VIEW seen AS SELECT * FROM one;
        \(other);
        """)
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    try queue.read { db in
      let tables = try DatabaseTables(db)
      #expect(tables["ONE"]?.map(\.isKey) == [true, false])
      #expect(tables.columnNames("one") == ["a", "b"])
      // SQLite tells of generated columns elsewhere: no tool's ledger has any.
      #expect(tables.columnNames("generated") == ["b"])
      #expect(tables["two words"]?.map(\.type) == ["TEXT"])
      #expect(tables["seen"] == nil && tables["found"] == nil)
      let stored = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
      #expect(Set(tables.columns.keys) == Set(stored.map(SQLName.init(_:))))
    }
  }
}
