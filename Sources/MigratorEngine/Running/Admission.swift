enum Admission {
  /// Run it; `merged` are the applied identifiers that it replaces.
  case run(merged: Set<String>)
  case alreadyApplied
  case refused(MigrationError)

  /// Decides whether to run a migration; with `mustBeNext`, it must be the next one.
  init(
    of migration: Migration, in list: MigrationList, _ known: LedgerReading, mustBeNext: Bool
  ) throws {
    let state = known.state
    let applied = known.progress.applied
    func unexpected(_ next: String?) -> Admission {
      .refused(MigrationError(.unexpectedNext(expected: migration.identifier, found: next)))
    }
    func next() throws -> String? {
      try list.plan(from: state, knowing: known.progress, onlyNext: true).last { $0.runs }?
        .identifier
    }
    if mustBeNext {
      let next = try next()
      guard next == migration.identifier else {
        self = unexpected(next)
        return
      }
    }
    if applied.contains(migration.identifier) {
      self = .alreadyApplied
    } else if state.exceptions[migration.identifier] != nil {
      // Because of changes by other processes, the tool may now skip the migration.
      self = unexpected(try next())
    } else if let obstacle = state.obstacle ?? state.obstacle(of: migration) {
      self = .refused(MigrationError(.obstacle(obstacle)))
    } else {
      let merged = migration.mergedIdentifiers
      self = .run(merged: merged.isEmpty ? [] : merged.intersection(applied))
    }
  }
}
