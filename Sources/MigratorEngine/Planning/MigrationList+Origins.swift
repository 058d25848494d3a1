internal import MigratorSchema

extension MigrationList {
  /// The origins of the objects that applied migrations created, if these are SQL.
  func origins(appliedIn state: LedgerState) -> SchemaOrigins<String> {
    let applied = Set(state.appliedIdentifiers)
    var origins = SchemaOrigins<String>()
    for migration in migrations where applied.contains(migration.identifier) {
      for statement in (try? migration.script?.statements()) ?? ScriptStatements() {
        origins.follow(statement.sql, of: migration.identifier)
      }
    }
    return origins
  }
}
