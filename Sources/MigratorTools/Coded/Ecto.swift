import MigratorEngine
import MigratorPlatform

extension ReadOnlyTool {
  /// Ecto: `20240101000000_create_clubs.exs`, and a row with the version and the insertion time.
  ///
  /// Source: ecto_sql `lib/ecto/migrator.ex`, ecto_sqlite3 `connection.ex`.
  static let ecto = ReadOnlyTool(
    format: .ecto, title: "Ecto", language: "Elixir",
    habits: [ConventionalFolder("priv/repo/migrations")],
    pattern: FilePattern(digits: 1, follows: "_", extensions: ["exs"], isDeep: true),
    marks: [ContentMarker(pattern: "N_name.exs", texts: ["Ecto.Migration"])],
    entries: { file, _ in
      let name = Paths.stem(of: Paths.name(of: file))
      let number = name.leadingDigits
      return [
        ReadOnlyEntry(
          key: number.withoutLeadingZeros, identifier: name,
          command: "mix ecto.migrate --to \(number)")
      ]
    },
    precedes: NameOrder.numbers,
    unique: [Uniqueness(word: "version"), .name],
    table: LedgerTable("schema_migrations", ["version", "inserted_at"], words: ["migration"]),
    rows: RowLedger.Rules(
      key: { $0.text("version") }, appliedAt: { $0.text("inserted_at") }))
}
