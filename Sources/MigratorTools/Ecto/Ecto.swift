import MigratorEngine
import MigratorPlatform

extension MigrationFormat {
  /// Ecto.
  public static let ecto: MigrationFormat = "ecto"
}

extension ShownTool {
  /// Ecto: `20240101000000_create_clubs.exs`, and a row with the version and when it was inserted.
  ///
  /// Source: ecto_sql `lib/ecto/migrator.ex`, ecto_sqlite3 `connection.ex`.
  package static let ecto = ShownTool(
    format: .ecto, title: "Ecto", language: "Elixir",
    habits: [FolderHabit("priv/repo/migrations")],
    files: FilePattern(digits: 1, follows: "_", extensions: ["exs"], isDeep: true),
    marks: [FileMark("N_name.exs", ["Ecto.Migration"], strength: .certain)],
    entries: { file, _ in
      let name = Paths.stem(of: Paths.name(of: file))
      let number = name.leadingDigits
      return [
        ShownEntry(
          number.withoutLeadingZeros, identifier: name, command: "mix ecto.migrate --to \(number)")
      ]
    },
    precedes: { NameOrder.numbers($0.key, $1.key) },
    unique: [
      Uniqueness("version"),
      Uniqueness("name", .badName) { file in
        String(file.identifier.dropFirst(file.identifier.leadingDigits.count + 1))
      },
    ],
    table: ShownLedger.Table(
      name: "schema_migrations", columns: [["version", "inserted_at"]], words: ["migration"],
      key: { $0.text("version") }, appliedAt: { $0.text("inserted_at") }))
}
