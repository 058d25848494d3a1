extension MigrationTools {
  /// Tools whose migrations are code: shown, never run.
  static let coded: [any MigrationTool] = [
    Rails(), Ecto(), Knex(), TypeORM(), Laravel(), EFCore(), Umzug(), DBMigrate(),
  ]
}
