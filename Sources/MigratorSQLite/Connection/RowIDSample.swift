package struct RowIDSample: Sendable, Hashable {
  /// The maximum number of rowids, so that looking them up is faster than reading the table.
  private static let limit = 20_000

  private var rows: Set<Int64> = []
  private var isOver = false

  package init() {}

  /// The rowids in order, or `nil` if there are more than the limit.
  package var sorted: [Int64]? { isOver ? nil : known }

  /// The recorded rowids in order: all, or the first that were written.
  package var known: [Int64] { rows.sorted() }

  var isEmpty: Bool { rows.isEmpty }

  /// Returns whether a row is recorded, or `nil` if unknown because the limit was exceeded.
  func contains(_ row: Int64) -> Bool? { rows.contains(row) ? true : isOver ? nil : false }

  mutating func insert(_ row: Int64) {
    if isOver { return }
    rows.insert(row)
    if rows.count > Self.limit { isOver = true }
  }

  mutating func formUnion(_ other: RowIDSample) {
    isOver = isOver || other.isOver
    if rows.count + other.rows.count <= Self.limit {
      rows.formUnion(other.rows)
    } else {
      // Which rowids are kept must not depend on the order of a set.
      for row in other.known where rows.count <= Self.limit { rows.insert(row) }
    }
    if rows.count > Self.limit { isOver = true }
  }
}
