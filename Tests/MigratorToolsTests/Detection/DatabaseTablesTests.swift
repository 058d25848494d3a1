import MigratorEngine
import MigratorTestSupport
import Testing

@testable import MigratorTools

struct DatabaseTablesTests {
  @Test(arguments: [
    "CREATE TABLE missing (id)", "CREATE VIRTUAL TABLE found USING fts5(a)",
  ])
  func `the columns of each table are read in the order of the table`(other: String) throws {
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
      // `PRAGMA table_info` omits generated columns. No tool's ledger has any.
      #expect(tables.columnNames("generated") == ["b"])
      #expect(tables["two words"]?.map(\.type) == ["TEXT"])
      #expect(tables["seen"] == nil && tables["found"] == nil)
      let stored = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
      #expect(Set(tables.columns.keys) == Set(stored.map(SQLName.init(_:))))
    }
  }

  /// The tables that the tools recognize as ledgers, by fixed names and by other names.
  private static let ledgers: [(name: String, columns: [SQLName])] = MigrationTools.all
    .compactMap { ($0 as? any FileTool)?.table }
    .flatMap { table in
      table.shapes.flatMap { shape in
        [table.name, table.name.uppercased(), "Other", "my migration log", "sequelizeOfMine"].map {
          ($0, shape.columns)
        }
      }
    }

  /// In the second case only the name excludes the table.
  @Test(arguments: ["key, value, created_at, updated_at", "key, value"])
  func `a skipped table is not recognized as a ledger by any tool`(metadata: String) throws {
    #expect(Self.ledgers.count > 150)
    for (name, columns) in Self.ledgers {
      for quote in [{ $0 }, { "[\($0.uppercased())]" }, { "\"\($0)\"" }] as [(String) -> String] {
        let list = columns.map { "\(quote($0.text)) varchar(128)" }.joined(separator: ", ")
        let queue = try DatabaseQueue()
        defer { try? queue.close() }
        try queue.inDatabase { db in
          try db.execute(
            sql: """
              CREATE TABLE item (key PRIMARY KEY, price);
              CREATE TABLE \(SQLName(name).quoted) (\(list), PRIMARY KEY (\(quote(columns[0].text))));
              CREATE TABLE AR_internal_metadata (\(metadata));
              PRAGMA user_version = 3
              """)
          let picked = try ProjectDetection.tables(db)
          let all = try DatabaseTables(db)
          #expect(
            ProjectDetection.ledgers(in: picked, of: MigrationTools.all)
              == ProjectDetection.ledgers(in: all, of: MigrationTools.all),
            "\(name)(\(columns))")
          #expect(picked["item"] == nil && all["item"] != nil)
          let named = ProjectDetection.Request(table: "ITEM")
          #expect(try ProjectDetection.tables(db, request: named)["item"] == all["item"])
          #expect(try ProjectDetection.tables(db, tools: [AnyTable()]) == all)
        }
      }
    }
  }

  @Test func `an unknown ledger is read`() throws {
    let queue = try DatabaseQueue()
    defer { try? queue.close() }
    try queue.inDatabase { db in
      for name in ["app_schema_info", "DBVersion", "my_migration_tracker", "databaseChangeLog"] {
        try db.execute(sql: "CREATE TABLE \(name) (a, b)")
      }
      try db.execute(sql: "CREATE TABLE app_schema_infos (a, b)")
      #expect(try ProjectDetection.tables(db).columns.count == 4)
    }
  }

  @Test func `the column names in all ledger hints are plain identifiers`() {
    for hints in MigrationTools.all.compactMap(\.ledgerHints) {
      for column in hints.columns {
        #expect(
          !column.text.isEmpty && column.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        )
      }
    }
    #expect(MigrationTools.all.allSatisfy { $0.ledgerHints != nil })
  }
}

private struct AnyTable: MigrationTool {
  let format: MigrationFormat = "any"
  let title = "any"

  func ledger(in tables: DatabaseTables) -> LedgerEvidence? { nil }

  func evidence(in folder: FolderTree) -> FolderEvidence? { nil }

  func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    ([], UnknownLedger(name: "any"))
  }
}
