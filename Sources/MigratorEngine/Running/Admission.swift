/// Whether a migration is run, as the ledger has it under the write lock.
enum Admission {
  /// It is; `merged` are the identifiers it replaces that are applied.
  case run(merged: Set<String>)
  /// Another process had applied it.
  case alreadyApplied
  /// A condition of the caller is not met.
  case refused(MigrationError)

  /// Decides, of a migration that must be the first that is not applied, or need not.
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
      // What others applied meanwhile may have put it among those that its tool never runs.
      self = unexpected(try next())
    } else if let obstacle = state.obstacle ?? migration.obstacle {
      self = .refused(MigrationError(.obstacle(obstacle)))
    } else {
      let merged = migration.mergedIdentifiers
      self = .run(merged: merged.isEmpty ? [] : merged.intersection(applied))
    }
  }
}
