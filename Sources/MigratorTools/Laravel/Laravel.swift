import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// Laravel.
  public static let laravel: MigrationFormat = "laravel"
}

extension ShownTool {
  /// Laravel: `2024_01_01_000000_create_clubs.php`, and a row with the name and the batch; no time.
  ///
  /// Source: laravel/framework `src/Illuminate/Database/Migrations/Migrator.php`.
  package static let laravel = ShownTool(
    format: .laravel, title: "Laravel", language: "PHP",
    habits: [FolderHabit("database/migrations")],
    files: FilePattern(contains: "_", extensions: ["php"]),
    marks: [FileMark("DATE_name.php", ["Illuminate\\Database\\Migrations"], strength: .certain)],
    entries: { file, _ in
      [
        ShownEntry(
          Paths.stem(of: file),
          command: "php artisan migrate --step --path=database/migrations/\(file)")
      ]
    },
    table: ShownLedger.Table(
      name: "migrations", columns: [["id", "migration", "batch"]], key: { $0.text("migration") },
      note: { row in row.text("batch").map { "Batch \($0)." } }))
}
