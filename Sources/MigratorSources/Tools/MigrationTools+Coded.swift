extension MigrationTools {
  /// Tools whose migrations are code, and ledgers of nobody: shown, never run.
  static let coded: [any MigrationTool] = [
    Rails(), Django(), Alembic(), SQLiteUtils(), Ecto(), Knex(), TypeORM(), Laravel(), EFCore(),
    Umzug(), DBMigrate(), Room(), UnknownLedger(),
  ]
}
