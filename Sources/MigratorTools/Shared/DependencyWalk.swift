/// A depth-first walk that visits each item after its dependencies.
struct DependencyWalk<Key: Hashable> {
  private(set) var order: [Key] = []
  /// An item that depends on itself, or `nil`.
  private(set) var cycle: Key?

  /// Visits the given items in order, each after its dependencies.
  ///
  /// - Complexity: O(*n*) for *n* items and dependencies.
  init(from starts: some Sequence<Key>, befores: (Key) -> [Key]) {
    var done: Set<Key> = []
    var open: Set<Key> = []
    var stack = starts.reversed().map { ($0, false) }
    while let (key, isLeaving) = stack.popLast() {
      if isLeaving {
        open.remove(key)
        if done.insert(key).inserted { order.append(key) }
      } else if open.contains(key) {
        cycle = cycle ?? key
      } else if !done.contains(key) {
        open.insert(key)
        stack.append((key, true))
        stack += befores(key).reversed().map { ($0, false) }
      }
    }
  }
}
