internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite

extension ScratchMigrations {
  /// Runs all migrations on an empty scratch database, to find the schemas that rows must fit
  /// later.
  func history(
    on scratch: ScratchState, _ cancellation: Cancellation?
  ) throws -> SchemaHistory {
    var schemas: [SchemaSnapshot] = []
    var last = SchemaSnapshot.empty
    var scripts: [String] = []
    let progress = Progress()
    try scratch.access { db in
      try prepare(db)
      var isIncomplete = false
      for identifier in identifiers {
        if let script = script(of: identifier) { scripts.append(script.text) }
        guard canRun(identifier) else {
          isIncomplete = true
          continue
        }
        guard
          try run(
            identifier, on: db, after: progress, cancellation: cancellation
          ).failure == nil
        else {
          if isIncomplete { continue }
          break
        }
        // The snapshots share the objects that did not change.
        let (gone, new) = try schema(db).delta(since: last)
        last = last.replacing(gone, by: new)
        schemas.append(last)
      }
    }
    return SchemaHistory(scripts: scripts, schemas: schemas)
  }
}
