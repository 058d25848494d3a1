import MigratorEngine

/// The ledger of Alembic, which stores only the newest revision of each branch.
///
/// Source: sqlalchemy/alembic `runtime/migration.py`.
struct AlembicLedger: ReadOnlyLedger {
  let name: String
  let revisions: [AlembicRevision]

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    let current = table.rows.compactMap { $0.text("version_num") }
    let graph = AlembicGraph(revisions)
    let applied = graph.ancestors(of: current.filter { graph[$0]?.revision == $0 })
    var state = LedgerState()
    for revision in revisions where applied.contains(revision.revision) {
      state.records.append(
        LedgerState.Record(
          revision.identifier,
          note: current.contains(revision.revision)
            ? "The database is at this revision." : nil))
    }
    for revision in current where graph[revision]?.revision != revision {
      state.records.append(
        LedgerState.Record(
          revision,
          note: "The database is at this revision. Alembic does not record earlier revisions."))
      guard !revisions.isEmpty else { continue }
      state.obstacle = StepObstacle(
        "Alembic stops: the database is at revision \(revision), but no file has this revision.",
        remedy: "Restore the file, or use the version of the project that migrated the database.")
    }
    return state
  }
}
