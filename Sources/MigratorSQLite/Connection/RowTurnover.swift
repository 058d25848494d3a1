/// The new and removed rows of a table, tracked by rowid.
///
/// A row that is deleted and re-inserted under its rowid is neither new nor removed: virtual tables
/// update their rows that way.
package struct RowTurnover: Sendable, Hashable {
  /// The maximum number of tracked rows; further deleted rows count as removed.
  private static let limit = 2_000_000

  private var new: Set<Int64> = []
  private var gone: Set<Int64> = []
  /// Deleted rows beyond the limit.
  private var untrackedDeletes: Int64 = 0

  package init() {}

  /// The number of re-insertions of a deleted row.
  package private(set) var backCount: Int64 = 0
  package var newCount: Int64 { Int64(new.count) }
  package var goneCount: Int64 { Int64(gone.count) + untrackedDeletes }

  mutating func insert(_ row: Int64) {
    if gone.remove(row) != nil {
      backCount += 1
    } else if new.count < Self.limit {
      new.insert(row)
    }
  }

  mutating func delete(_ row: Int64) {
    if new.remove(row) != nil { return }
    if gone.count < Self.limit { gone.insert(row) } else { untrackedDeletes += 1 }
  }

  mutating func add(_ later: RowTurnover) {
    for row in later.gone { delete(row) }
    for row in later.new { insert(row) }
    untrackedDeletes += later.untrackedDeletes
    backCount += later.backCount
  }
}
