import MigratorEngine
import MigratorPlatform

extension ReadOnlyTool {
  /// peewee-migrate: `001_name.py`, ordered by name, and a row with the name and the time.
  ///
  /// Source: klen/peewee_migrate `peewee_migrate/router.py`, `models.py`.
  static let peewee = ReadOnlyTool(
    format: .peewee, title: "peewee-migrate", language: "Python",
    pattern: FilePattern(digits: 3, follows: "_", extensions: ["py"]),
    marks: [ContentMarker(pattern: "001_name.py", texts: ["def migrate(migrator"])],
    entries: { file, _ in
      let name = Paths.stem(of: file)
      return [ReadOnlyEntry(key: name, command: "pw_migrate migrate --name \(name.shellWord)")]
    },
    table: LedgerTable("migratehistory", ["id", "name", "migrated_at"]),
    rows: RowLedger.Rules(key: { $0.text("name") }, appliedAt: { $0.text("migrated_at") }))
}
