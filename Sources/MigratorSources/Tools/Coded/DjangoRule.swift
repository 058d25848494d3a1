import MigratorEngine

/// The ledger of Django: a row with the app, the name and the time.
struct DjangoRule: CodedRule {
  static let tableName = "django_migrations"
  let name: String

  func key(of row: [String: DatabaseValue]) -> String? {
    guard let app = row["app"]?.looseText, let name = row["name"]?.looseText else { return nil }
    return "\(app).\(name)"
  }

  func appliedAt(_ row: [String: DatabaseValue]) -> String? { row["applied"]?.looseText }

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    let known = Set(migrations.map(\.key))
    let apps = Set(migrations.map { Self.app(of: $0.key) })
    var reading = LedgerReading(
      records: table.rows.map { row in
        guard let key = key(of: row) else {
          return LedgerReading.Record("(a row without app and name)")
        }
        // Django's own apps are in every ledger, and in no project's folder.
        let isElsewhere = !known.contains(key) && !apps.contains(Self.app(of: key))
        return LedgerReading.Record(
          key, appliedAt: appliedAt(row),
          note: isElsewhere
            ? "The app \(Self.app(of: key)) has no migrations in this folder." : nil)
      })
    let state = DjangoState(migrations, applied: Set(table.rows.compactMap { key(of: $0) }))
    // A row for a squashed migration does not count while one that it replaces has none.
    reading.records.removeAll { state.ignored.contains($0.identifier) }
    for key in state.implied.sorted() {
      reading.records.append(
        LedgerReading.Record(key, note: "All that it replaces is applied."))
    }
    reading.exceptions = state.skipped
    reading.obstacle = state.obstacle
    return reading
  }

  /// What the reading needs to know of a file.
  static func facts(
    of file: DjangoFile, after dependencies: [DjangoGraph.Key]
  ) -> [String: DatabaseValue] {
    [
      "dependencies": lines(dependencies).databaseValue,
      "replaces": lines(file.replaces).databaseValue,
    ]
  }

  private static func lines(_ keys: [DjangoGraph.Key]) -> String {
    keys.map { "\($0.app)\t\($0.name)" }.joined(separator: "\n")
  }

  private static func app(of key: String) -> String { String(key.prefix { $0 != "." }) }
}

/// What Django makes of its migrations once it knows which are applied.
struct DjangoState {
  /// Squashed migrations whose rows do not count.
  private(set) var ignored: Set<String> = []
  /// Squashed migrations that count as applied without a row.
  private(set) var implied: Set<String> = []
  /// Migrations that are not applied and never will be.
  private(set) var skipped: [String: LedgerReading.Exception] = [:]
  private(set) var obstacle: StepObstacle?

  init(_ migrations: [ToolMigration], applied rows: Set<String>) {
    let keys = migrations.map { migration in
      let parts = migration.key.split(separator: ".", maxSplits: 1).map(String.init)
      return DjangoGraph.Key(app: parts.first ?? "", name: parts.dropFirst().first ?? "")
    }
    var graph = DjangoGraph(keys)
    for (key, migration) in zip(keys, migrations) {
      for parent in Self.keys(migration.facts["dependencies"]) { graph.add(key, after: parent) }
    }
    var applied = rows
    for (key, migration) in zip(keys, migrations) {
      let replaced = Self.keys(migration.facts["replaces"])
      guard !replaced.isEmpty else { continue }
      let count = replaced.count { applied.contains($0.text) }
      if count == replaced.count {
        if applied.insert(key.text).inserted { implied.insert(key.text) }
      } else if applied.remove(key.text) != nil {
        ignored.insert(key.text)
      }
      if count == 0 || count == replaced.count {
        for other in replaced where graph.contains(other) && !applied.contains(other.text) {
          skipped[other.text] = LedgerReading.Exception(
            .skipped, note: "\(key.text) replaces it.")
        }
        graph.replace(replaced, by: key)
      } else {
        skipped[key.text] = LedgerReading.Exception(
          .skipped, note: "Some of those that it replaces are applied, so Django goes on with them."
        )
        graph.withdraw(key, for: replaced)
      }
    }
    obstacle = Self.inconsistency(graph, applied) ?? Self.conflict(graph)
  }

  /// A migration that is applied although one that it depends on is not.
  private static func inconsistency(_ graph: DjangoGraph, _ applied: Set<String>) -> StepObstacle? {
    for key in graph.keys.sorted() where applied.contains(key.text) {
      guard let parent = graph.parents[key]?.sorted().first(where: { !applied.contains($0.text) })
      else { continue }
      return StepObstacle(
        "Django stops: \(key.text) is applied, and \(parent.text), which it depends on, is not.",
        remedy:
          "Find out how that came about; `python manage.py migrate --fake` corrects the ledger.")
    }
    return nil
  }

  /// Two migrations of one app after which nothing comes.
  private static func conflict(_ graph: DjangoGraph) -> StepObstacle? {
    let leaves = graph.leaves()
    for (one, other) in zip(leaves, leaves.dropFirst()) where one.app == other.app {
      return StepObstacle(
        "Django stops: nothing comes after \(one.text), and nothing after \(other.text).",
        remedy: "Run `python manage.py makemigrations --merge`.")
    }
    return nil
  }

  private static func keys(_ fact: DatabaseValue?) -> [DjangoGraph.Key] {
    (fact?.looseText ?? "").split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return DjangoGraph.Key(app: String(parts[0]), name: String(parts[1]))
    }
  }
}
