public import MigratorSQLite

extension MissingFeature {
  /// Finds features that pending migrations need and that the connection lacks.
  ///
  /// Uses a scratch database with the same schema and no rows. Other failures are not reported; a
  /// dry run finds them.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The registered migrations.
  ///   - onlyNext: `true` to check only the next migration.
  ///   - configuration: How to open the scratch database; the purpose is always set to `scratch`.
  ///   - cancellation: Stops the search.
  /// - Returns: The missing features in migration order, each once per migration.
  /// - Throws: `DatabaseError`, ``MigrationError``.
  public static func search(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator, onlyNext: Bool = false,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> [MissingFeature] {
    let reading = try inspection.read { try migrator.list.state($0) }
    var steps = try migrator.list.plan(from: reading).filter(\.runs)
    if onlyNext { steps = Array(steps.prefix(1)) }
    let scripts = steps.compactMap { step in
      migrator.list[step.identifier]?.script.map { (step.identifier, $0) }
    }
    guard !scripts.isEmpty else { return [] }

    return try inspection.onScratchSchema(
      for: scripts.map(\.1), of: migrator.list, configuration
    ) { db in
      try scripts.flatMap { identifier, script in
        var found: [MissingFeature] = []
        try db.rehearse(script, cancellation) { error in
          if let (kind, name) = error.underlying?.message.flatMap(parse),
            !found.contains(where: { $0.kind == kind && $0.name == name })
          {
            found.append(
              MissingFeature(
                kind: kind, name: name, identifier: identifier, location: error.location))
          }
          return true
        }
        return found
      }
    }
  }
}
