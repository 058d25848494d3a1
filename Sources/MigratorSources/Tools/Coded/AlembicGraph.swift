import MigratorEngine

/// Revisions and what they come after.
struct AlembicGraph {
  /// A revision.
  struct Node: Hashable {
    let revision: String
    /// What it comes after: none for a base, several for a merge.
    let parents: [String]
    /// What it needs besides, on other branches: revisions or labels of branches.
    let dependencies: [String]
    /// The names of the branch that begins with it.
    let labels: [String]
  }

  let nodes: [Node]
  private let byName: [String: Node]

  /// Makes a graph; of two nodes with one revision the first counts.
  init(_ nodes: [Node]) {
    self.nodes = nodes
    var byName = Dictionary(nodes.map { ($0.revision, $0) }) { first, _ in first }
    for node in nodes {
      for label in node.labels where byName[label] == nil { byName[label] = node }
    }
    self.byName = byName
  }

  /// The revision of that name or label.
  subscript(name: String) -> Node? { byName[name] }

  /// What a revision names and nobody is.
  func missingParents(of node: Node) -> [String] {
    (node.parents + node.dependencies).filter { byName[$0] == nil }
  }

  /// The revisions that must have run before one.
  private func befores(_ node: Node) -> [Node] {
    (node.parents + node.dependencies).compactMap { byName[$0] }
  }

  /// The revisions that nothing comes after, sorted.
  var heads: [String] {
    let parents = Set(nodes.flatMap(\.parents))
    return Set(nodes.map(\.revision)).subtracting(parents).sorted(by: NameOrder.bytes)
  }

  /// All revisions, each after what it comes after; a branch stays together as far as it goes.
  var order: [String] { walk(from: heads).order }

  /// A revision that comes after itself, or `nil`.
  var cycle: String? { walk(from: nodes.map(\.revision)).cycle }

  /// The revisions that have run when the given ones are the newest of their branches, with these.
  func ancestors(of revisions: [String]) -> Set<String> { Set(walk(from: revisions).order) }

  /// Visits revisions after all that comes before them.
  ///
  /// - Parameter revisions: Where to begin.
  /// - Returns: The order, and a revision that was met on the way to itself.
  /// - Complexity: O(*n*) for *n* revisions and what they name.
  private func walk(from revisions: [String]) -> (order: [String], cycle: String?) {
    var order: [String] = []
    var cycle: String?
    var open: Set<String> = []
    var done: Set<String> = []
    var stack = revisions.reversed().compactMap { byName[$0] }.map { ($0, false) }
    while let (node, isLeaving) = stack.popLast() {
      if isLeaving {
        open.remove(node.revision)
        if done.insert(node.revision).inserted { order.append(node.revision) }
      } else if open.contains(node.revision) {
        cycle = cycle ?? node.revision
      } else if !done.contains(node.revision) {
        open.insert(node.revision)
        stack.append((node, true))
        stack += befores(node).reversed().map { ($0, false) }
      }
    }
    return (order, cycle)
  }
}

extension AlembicGraph.Node {
  /// What the rule of the ledger needs to know of it; names hold no line breaks.
  var facts: [String: DatabaseValue] {
    [
      "down_revision": parents.joined(separator: "\n").databaseValue,
      "depends_on": dependencies.joined(separator: "\n").databaseValue,
      "branch_labels": labels.joined(separator: "\n").databaseValue,
    ]
  }

  /// Reads it from a migration.
  init(_ migration: ToolMigration) {
    func lines(_ fact: String) -> [String] {
      migration.facts[fact]?.looseText?.split(separator: "\n").map(String.init) ?? []
    }
    self.init(
      revision: migration.key, parents: lines("down_revision"), dependencies: lines("depends_on"),
      labels: lines("branch_labels"))
  }
}

/// The ledger of Alembic: the newest revision of each branch, and nothing of those before.
///
/// Source: sqlalchemy/alembic `runtime/migration.py`.
struct AlembicRule: LedgerRule {
  static let tableName = "alembic_version"
  let name: String

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    guard let table = table(contents) else { return LedgerReading(exists: false) }
    let current = table.rows.compactMap { $0["version_num"]?.looseText }
    let graph = AlembicGraph(migrations.map(AlembicGraph.Node.init))
    let applied = graph.ancestors(of: current.filter { graph[$0]?.revision == $0 })
    var reading = LedgerReading()
    for migration in migrations where applied.contains(migration.key) {
      reading.records.append(
        LedgerReading.Record(
          migration.identifier,
          note: current.contains(migration.key) ? "The database is at this revision." : nil))
    }
    for revision in current where graph[revision]?.revision != revision {
      reading.records.append(
        LedgerReading.Record(
          revision,
          note: "The database is at this revision; what was applied before it cannot be told."))
      guard !migrations.isEmpty else { continue }
      reading.obstacle = StepObstacle(
        "Alembic stops: the database is at revision \(revision), and no file has it.",
        remedy: "Bring the file back, or take the version of the project that the database is at.")
    }
    return reading
  }

  func creation(_ contents: LedgerContents) -> [String] { [] }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] { [] }
}
