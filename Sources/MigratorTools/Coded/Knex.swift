import MigratorEngine

extension ReadOnlyTool {
  /// Knex: JavaScript or TypeScript files, ordered by name.
  ///
  /// A row has the name of a file. A separate table serves as the lock.
  ///
  /// Source: knex `lib/migrations/migrate/`.
  static let knex = ReadOnlyTool(
    format: .knex, title: "Knex", language: "JavaScript",
    pattern: .scripts([
      "co", "coffee", "eg", "iced", "js", "cjs", "mjs", "litcoffee", "ls", "ts", "mts", "cts",
    ]),
    marks: [ContentMarker(pattern: "name.js", texts: ["knex", "Knex"], strength: .likely)],
    entries: { file, _ in [ReadOnlyEntry(key: file, command: "npx knex migrate:up \(file)")] },
    table: LedgerTable("knex_migrations", ["id", "name", "batch", "migration_time"]),
    rows: RowLedger.Rules(
      key: { $0.text("name") }, appliedAt: { $0.javaScriptTime("migration_time") },
      note: { row in row.text("batch").map { "Batch \($0)." } },
      companions: { [$0 + "_lock"] },
      lock: { name, rows in
        let lock = name + "_lock"
        guard rows.tables[lock]?.rows.contains(where: { $0.isTrue("is_locked") }) ?? false else {
          return nil
        }
        return LedgerLock(
          table: lock,
          obstacle: StepObstacle(
            "\(lock) is locked (is_locked = 1): a migration is running, or was killed.",
            remedy: "If no migration is running, break the lock: migtui repair DB --break-lock, or "
              + "`npx knex migrate:unlock`."),
          breaking: [LedgerSQL.update(lock, ["is_locked": 0], where: "is_locked <> 0")])
      },
      obstacle: { ledger, rows in
        ledger.missing(rows).map {
          StepObstacle(
            "Knex stops: \($0) is applied, but its file is missing.",
            remedy: "Restore the file.", migration: $0)
        }
      }))
}
