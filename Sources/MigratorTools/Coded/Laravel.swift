import MigratorEngine
import MigratorPlatform

extension ReadOnlyTool {
  /// Laravel: `2024_01_01_000000_create_clubs.php`, and a row with the name and the batch.
  ///
  /// The ledger stores no time.
  ///
  /// Source: laravel/framework `src/Illuminate/Database/Migrations/Migrator.php`.
  static let laravel = ReadOnlyTool(
    format: .laravel, title: "Laravel", language: "PHP",
    habits: [ConventionalFolder("database/migrations")],
    pattern: FilePattern(contains: "_", extensions: ["php"]),
    marks: [ContentMarker(pattern: "DATE_name.php", texts: ["Illuminate\\Database\\Migrations"])],
    entries: { file, _ in
      let command = "php artisan migrate --step --path=database/migrations/\(file)"
      return [ReadOnlyEntry(key: Paths.stem(of: file), command: command)]
    },
    table: LedgerTable("migrations", ["id", "migration", "batch"]),
    rows: RowLedger.Rules(
      key: { $0.text("migration") }, note: { row in row.text("batch").map { "Batch \($0)." } }))
}
