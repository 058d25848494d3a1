import MigratorEngine
import MigratorPlatform

extension ShownTool {
  /// Laravel: `2024_01_01_000000_create_clubs.php`, and a row with the name and the batch.
  ///
  /// The ledger stores no time.
  ///
  /// Source: laravel/framework `src/Illuminate/Database/Migrations/Migrator.php`.
  static let laravel = ShownTool(
    format: .laravel, title: "Laravel", language: "PHP",
    habits: [FolderHabit("database/migrations")],
    pattern: FilePattern(contains: "_", extensions: ["php"]),
    marks: [FileMark(pattern: "DATE_name.php", texts: ["Illuminate\\Database\\Migrations"])],
    entries: { file, _ in
      let command = "php artisan migrate --step --path=database/migrations/\(file)"
      return [ShownEntry(key: Paths.stem(of: file), command: command)]
    },
    table: LedgerTable("migrations", ["id", "migration", "batch"]),
    rows: RowLedger.Rules(
      key: { $0.text("migration") }, note: { row in row.text("batch").map { "Batch \($0)." } }))
}
