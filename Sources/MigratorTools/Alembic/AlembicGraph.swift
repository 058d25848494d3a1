/// Revisions and what they come after.
struct AlembicGraph {
  /// A revision.
  struct Node: Sendable, Hashable {
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
