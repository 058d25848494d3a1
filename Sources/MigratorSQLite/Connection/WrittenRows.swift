/// The rowids of rows that were written or deleted, while they are few.
package struct WrittenRows: Sendable, Hashable {
  /// How many are remembered: so many are found faster one by one than by reading a whole table.
  private static let limit = 20_000

  private var rows: Set<Int64> = []
  private var isOver = false

  /// Creates a memory of no rows.
  package init() {}

  /// The rowids in order, or `nil` when there are more than are remembered.
  package var sorted: [Int64]? { isOver ? nil : known }

  /// The rowids that are remembered, in order: all, or the first that were written.
  package var known: [Int64] { rows.sorted() }

  /// Whether there are none.
  var isEmpty: Bool { rows.isEmpty }

  /// Whether a row is among them, or `nil` when it is not remembered and may be.
  func contains(_ row: Int64) -> Bool? { rows.contains(row) ? true : isOver ? nil : false }

  /// Remembers a row.
  mutating func insert(_ row: Int64) {
    if isOver { return }
    rows.insert(row)
    if rows.count > Self.limit { isOver = true }
  }

  /// Remembers the rows of another memory.
  mutating func formUnion(_ other: WrittenRows) {
    isOver = isOver || other.isOver
    if rows.count + other.rows.count <= Self.limit {
      rows.formUnion(other.rows)
    } else {
      // Which of them stay does not depend on the order of a set.
      for row in other.known where rows.count <= Self.limit { rows.insert(row) }
    }
    if rows.count > Self.limit { isOver = true }
  }
}
