/// Django migrations and their dependencies, with Django's own order.
///
/// Source: django `db/migrations/graph.py`, `loader.py`.
struct DjangoGraph {
  typealias Key = DjangoKey

  /// The dependencies of each migration that are in the graph.
  private(set) var parents: [Key: Set<Key>] = [:]
  private var children: [Key: Set<Key>] = [:]

  init(_ keys: some Sequence<Key>) {
    for key in keys { (parents[key], children[key]) = ([], []) }
  }

  var keys: Dictionary<Key, Set<Key>>.Keys { parents.keys }

  func contains(_ key: Key) -> Bool { parents[key] != nil }

  mutating func add(_ child: Key, after parent: Key) {
    guard contains(child), contains(parent) else { return }
    parents[child]?.insert(parent)
    children[parent]?.insert(child)
  }

  private mutating func remove(_ key: Key) {
    for parent in parents.removeValue(forKey: key) ?? [] { children[parent]?.remove(key) }
    for child in children.removeValue(forKey: key) ?? [] { parents[child]?.remove(key) }
  }

  /// The migrations of an app without a dependency in the same app, sorted.
  func roots(of app: String) -> [Key] {
    keys.filter { key in key.app == app && !(parents[key] ?? []).contains { $0.app == app } }
      .sorted()
  }

  /// The migrations that no other migration of the same app depends on, sorted.
  func leaves(of app: String? = nil) -> [Key] {
    keys.filter { key in
      (app == nil || key.app == app) && !(children[key] ?? []).contains { $0.app == key.app }
    }.sorted()
  }

  /// Removes the replaced migrations and moves their edges to the replacement.
  mutating func replace(_ replaced: [Key], by replacement: Key) {
    for key in replaced where key != replacement {
      for child in children[key] ?? [] where child != replacement && !replaced.contains(child) {
        add(child, after: replacement)
      }
      for parent in parents[key] ?? [] where parent != replacement && !replaced.contains(parent) {
        add(replacement, after: parent)
      }
      remove(key)
    }
  }

  /// Removes a replacement, because only some of the migrations that it replaces are applied.
  mutating func withdraw(_ replacement: Key, for replaced: [Key]) {
    let present = Set(replaced.filter(contains))
    let last = present.filter { (children[$0] ?? []).isDisjoint(with: present) }
    for child in children[replacement] ?? [] {
      for key in last where key != child { add(child, after: key) }
    }
    remove(replacement)
  }

  /// The order in which `migrate` runs all migrations.
  ///
  /// - Complexity: O(*n* log *n*) for *n* migrations and dependencies.
  var order: [Key] { walk(from: leaves()).order }

  /// A migration that depends on itself, or `nil`.
  var cycle: Key? { walk(from: keys.sorted()).cycle }

  private func walk(from starts: [Key]) -> DependencyWalk<Key> {
    // Django visits the parents in descending order.
    DependencyWalk(from: starts) { (parents[$0] ?? []).sorted(by: >) }
  }
}
