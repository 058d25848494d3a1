internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite

extension ScratchMigrations {
  /// Runs all migrations on an empty scratch database, for the schemas that rows must fit later.
  func history(
    on scratch: ScratchState, _ cancellation: Cancellation?
  ) throws -> SchemaHistory {
    var schemas: [SchemaSnapshot] = []
    var scripts: [String] = []
    try scratch.access { db in
      try prepare(db)
      for identifier in identifiers {
        if let script = script(of: identifier) { scripts.append(script.text) }
        guard try run(identifier, on: db, cancellation: cancellation).failure == nil
        else { break }
        schemas.append(try schema(db))
      }
    }
    return SchemaHistory(scripts: scripts, schemas: schemas)
  }
}
