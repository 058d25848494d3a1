/// The rowids of rows that were written or deleted, while they are few.
package struct WrittenRows: Sendable, Hashable {
  /// How many are remembered: so many are found faster one by one than by reading a whole table.
  private static let limit = 20_000

  private var rows: Set<Int64>? = []

  /// Creates a memory of no rows.
  package init() {}

  /// The rowids in order, or `nil` when there are more than are remembered.
  package var sorted: [Int64]? { rows?.sorted() }

  /// Remembers a row.
  mutating func insert(_ row: Int64) {
    rows?.insert(row)
    if let count = rows?.count, count > Self.limit { rows = nil }
  }

  /// Remembers the rows of another memory.
  mutating func formUnion(_ other: WrittenRows) {
    guard let more = other.rows else {
      rows = nil
      return
    }
    rows?.formUnion(more)
    if let count = rows?.count, count > Self.limit { rows = nil }
  }
}
