import MigratorEngine

/// The ledger of Django: a row with the app, the name and the time.
struct DjangoLedger: ReadOnlyLedger {
  let name: String
  let files: [DjangoMigration]

  private func key(of row: LedgerRows.Row) -> DjangoKey? {
    guard let app = row.text("app"), let name = row.text("name") else { return nil }
    return DjangoKey(app: app, name: name)
  }

  func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    let apps = Set(files.map(\.key.app))
    var state = LedgerState(
      records: table.rows.map { row in
        guard let key = key(of: row) else {
          return LedgerState.Record("(a row without app and name)")
        }
        // Every ledger records migrations of Django's own apps, which are not in the project's
        // folder.
        return LedgerState.Record(
          key.text, appliedAt: row.text("applied"),
          note: apps.contains(key.app)
            ? nil : "The app \(key.app) has no migrations in this folder.")
      })
    state.notOrdered = Set(
      table.rows.compactMap { key(of: $0) }.filter { !apps.contains($0.app) }.map(\.text))
    let project = DjangoState(files, applied: Set(table.rows.compactMap { key(of: $0) }))
    // The row of a squashed migration counts only if all migrations that it replaces have rows.
    state.records.removeAll { record in project.ignored.contains { $0.text == record.identifier } }
    for key in project.implied.sorted() {
      state.records.append(
        LedgerState.Record(key.text, note: "All migrations that it replaces are applied."))
    }
    state.exceptions = project.skipped
    state.obstacle = project.obstacle
    return state
  }
}

struct DjangoState {
  /// Squashed migrations whose rows are ignored.
  private(set) var ignored: Set<DjangoKey> = []
  /// Squashed migrations that count as applied without a row.
  private(set) var implied: Set<DjangoKey> = []
  private(set) var skipped: [String: LedgerState.Exception] = [:]
  private(set) var obstacle: StepObstacle?

  init(_ files: [DjangoMigration], applied rows: Set<DjangoKey>) {
    var graph = DjangoGraph(files.map(\.key))
    for file in files {
      for parent in file.dependencies { graph.add(file.key, after: parent) }
    }
    var applied = rows
    for file in files where !file.replaces.isEmpty {
      let (key, replaced) = (file.key, file.replaces)
      let count = replaced.count { applied.contains($0) }
      if count == replaced.count {
        if applied.insert(key).inserted { implied.insert(key) }
      } else if applied.remove(key) != nil {
        ignored.insert(key)
      }
      if count == 0 || count == replaced.count {
        for other in replaced where graph.contains(other) && !applied.contains(other) {
          skipped[other.text] = LedgerState.Exception(
            .skipped, note: "The squashed migration \(key.text) replaces it.")
        }
        graph.replace(replaced, by: key)
      } else {
        skipped[key.text] = LedgerState.Exception(
          .skipped,
          note: "Some of the migrations that it replaces are applied, so Django runs the rest of "
            + "these instead."
        )
        graph.withdraw(key, for: replaced)
      }
    }
    obstacle = Self.inconsistency(graph, applied) ?? Self.conflict(graph)
  }

  /// The obstacle if an applied migration has a dependency that is not applied.
  private static func inconsistency(_ graph: DjangoGraph, _ applied: Set<DjangoKey>)
    -> StepObstacle?
  {
    for key in graph.keys.sorted() where applied.contains(key) {
      guard let parent = graph.parents[key]?.sorted().first(where: { !applied.contains($0) })
      else { continue }
      return StepObstacle(
        "Django stops: \(key.text) is applied, but its dependency \(parent.text) is not.",
        remedy:
          "Find the cause, then correct the ledger with `python manage.py migrate --fake`.",
        migration: parent.text)
    }
    return nil
  }

  /// The obstacle if an app has two leaf migrations.
  private static func conflict(_ graph: DjangoGraph) -> StepObstacle? {
    let leaves = graph.leaves()
    for (one, other) in zip(leaves, leaves.dropFirst()) where one.app == other.app {
      return StepObstacle(
        "Django stops: \(one.text) and \(other.text) conflict, because both are the last migration.",
        remedy: "Run `python manage.py makemigrations --merge`.", migration: other.text)
    }
    return nil
  }
}
