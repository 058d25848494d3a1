import MigratorEngine

/// Laravel: `2024_01_01_000000_create_clubs.php`.
///
/// Source: laravel/framework `src/Illuminate/Database/Migrations/Migrator.php`.
package struct Laravel: CodedTool {
  package let format = MigrationFormat.laravel
  package let title = "Laravel"
  let language = "PHP"

  package init() {}

  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    ledger(columns: ["id", "migration", "batch"], named: "migrations", in: tables)
  }

  package func evidence(in folder: FolderTree) -> FolderEvidence? {
    evidence(
      Self.files(folder), like: "DATE_name.php", marks: ["Illuminate\\Database\\Migrations"],
      strength: 3, in: folder)
  }

  package func migrations(in folder: FolderTree) throws -> [ToolMigration] {
    Self.files(folder).map { file in
      let name = String(file.dropLast(4))
      return ToolMigration(
        identifier: name, key: name, path: folder.path(of: file),
        body: code(run: "php artisan migrate --step --path=database/migrations/\(file)"))
    }
  }

  package func rule(table: String?) -> any LedgerRule { LaravelRule(name: table ?? "migrations") }

  private static func files(_ folder: FolderTree) -> [String] {
    folder.ownFiles.filter { $0.hasSuffix(".php") && $0.contains("_") }
      .sorted(by: NameOrder.bytes)
  }
}

/// The ledger of Laravel: a row with the name and the batch; no time.
struct LaravelRule: CodedRule {
  let name: String

  func key(of row: [String: DatabaseValue]) -> String? { row["migration"]?.looseText }

  func note(on row: [String: DatabaseValue]) -> String? {
    row["batch"]?.looseText.map { "Batch \($0)." }
  }
}
