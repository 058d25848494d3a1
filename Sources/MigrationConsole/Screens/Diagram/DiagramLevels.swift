import MigratorSchema

/// The tables of a diagram in columns: each table is to the right of all its parents, except in
/// cycles.
struct DiagramLevels {
  private(set) var columns: [[Int]] = []
  /// Tables without foreign keys from or to them.
  let alone: [Int]

  /// Arranges the tables.
  ///
  /// - Complexity: O(*n* log *n*) for *n* tables and foreign keys.
  init(of graph: SchemaGraph) {
    var parents: [[Int]] = Array(repeating: [], count: graph.tables.count)
    var hasKeys = Set<Int>()
    for key in graph.foreignKeys {
      hasKeys.formUnion([key.origin, key.destination])
      if key.origin != key.destination { parents[key.origin].append(key.destination) }
    }
    alone = graph.tables.indices.filter { !hasKeys.contains($0) }
    let levels = Self.levels(parents)
    let count = hasKeys.map { levels[$0] + 1 }.max() ?? 0
    columns = Array(repeating: [], count: count)
    for table in graph.tables.indices where hasKeys.contains(table) {
      columns[levels[table]].append(table)
    }
    // Place each table near the middle of its parents, so that few lines cross.
    var heights = [Int: Double]()
    for column in columns.indices {
      func height(_ table: Int) -> Double {
        let known = parents[table].compactMap { heights[$0] }
        return known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
      }
      columns[column] = columns[column].map { ($0, height($0)) }
        .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
      let size = Double(max(1, columns[column].count))
      for (place, table) in columns[column].enumerated() {
        heights[table] = (Double(place) + 0.5) / size
      }
    }
  }

  /// The length of each table's longest chain of parents, ignoring references that close a cycle.
  private static func levels(_ parents: [[Int]]) -> [Int] {
    enum State { case new, open, done }
    var states = Array(repeating: State.new, count: parents.count)
    var levels = Array(repeating: 0, count: parents.count)
    for start in parents.indices where states[start] == .new {
      // An explicit stack, because chains of tables may be long.
      var stack = [(table: start, next: 0)]
      states[start] = .open
      while let (table, next) = stack.last {
        if next < parents[table].count {
          stack[stack.count - 1].next += 1
          let parent = parents[table][next]
          if states[parent] == .new {
            states[parent] = .open
            stack.append((parent, 0))
          }
        } else {
          stack.removeLast()
          states[table] = .done
          let before = parents[table].filter { states[$0] == .done && $0 != table }
          levels[table] = before.map { levels[$0] + 1 }.max() ?? 0
        }
      }
    }
    return levels
  }
}
