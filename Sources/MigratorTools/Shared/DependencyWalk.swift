/// A visit to things after all that comes before them.
struct DependencyWalk<Key: Hashable> {
  /// The order of the visits.
  private(set) var order: [Key] = []
  /// Something that was met on the way to itself, or `nil`.
  private(set) var cycle: Key?

  /// Visits things from the first start on, and what comes before each, the first to visit first.
  ///
  /// - Complexity: O(*n*) for *n* things and what comes before them.
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
