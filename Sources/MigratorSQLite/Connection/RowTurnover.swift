/// The rows of a table that are new or gone, told apart by their rowids.
///
/// A row that is deleted and inserted again under its rowid is neither: virtual tables change their
/// rows that way.
package struct RowTurnover: Sendable, Hashable {
  /// How many rows are told apart; beyond them, rows that are deleted count as gone.
  private static let limit = 2_000_000

  private var new: Set<Int64> = []
  private var gone: Set<Int64> = []
  /// Rows that were deleted when there were too many to tell them apart.
  private var untold: Int64 = 0

  /// Creates a turnover of no rows.
  package init() {}

  /// How often a row was deleted and came back.
  package private(set) var backCount: Int64 = 0
  /// The number of rows that were not there.
  package var newCount: Int64 { Int64(new.count) }
  /// The number of rows that are not there any more.
  package var goneCount: Int64 { Int64(gone.count) + untold }

  /// Notes that a row was inserted.
  mutating func insert(_ row: Int64) {
    if gone.remove(row) != nil {
      backCount += 1
    } else if new.count < Self.limit {
      new.insert(row)
    }
  }

  /// Notes that a row was deleted.
  mutating func delete(_ row: Int64) {
    if new.remove(row) != nil { return }
    if gone.count < Self.limit { gone.insert(row) } else { untold += 1 }
  }

  /// Notes what happened later.
  mutating func add(_ later: RowTurnover) {
    for row in later.gone { delete(row) }
    for row in later.new { insert(row) }
    untold += later.untold
    backCount += later.backCount
  }
}
