internal import MigratorSQLite

/// The rows of a table that now have other integer primary keys, found by their contents.
struct KeyMoves {
  /// The maximum number of changed keys to keep in memory.
  private static let limit = 1_000_000

  /// The current name of the key.
  let column: String
  /// The new key for each former key that changed.
  private(set) var present: [Int64: Int64] = [:]
  /// The changed keys, former and new ones: each now belongs to another row, or to none.
  private(set) var affected: Set<Int64> = []
  /// True if the changed keys have the same order as before.
  private(set) var keepsOrder = true

  /// Finds the new key of each row, or fails if the contents differ or too many keys changed.
  ///
  /// `columns` are the other columns. Equal rows are matched by their keys first, and the remaining
  /// ones by their order.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows, which SQLite sorts.
  init?(
    _ columns: [TablePair.Columns], key: TablePair.Columns, of tables: TablePair,
    from former: Database, to present: Database
  ) throws {
    column = key.present.name
    let (names, newNames) = (columns.map(\.former.name), columns.map(\.present.name))
    guard !columns.isEmpty,
      try SortedRows.areAll(
        former.makeStatement(sql: tables.former.selectSorted(names)),
        among: present.makeStatement(sql: tables.present.selectSorted(newNames)))
    else { return nil }
    let old = try Row.fetchCursor(
      former, sql: tables.former.selectSorted(names, then: key.former.name))
    let new = try Row.fetchCursor(
      present, sql: tables.present.selectSorted(newNames, then: key.present.name))
    var content: [DatabaseValue] = []
    var group: (old: [Int64], new: [Int64]) = ([], [])
    while let one = try old.next(), let other = try new.next() {
      let values = Array(one.databaseValues.dropLast())
      if values != content {
        note(group)
        (content, group) = (values, ([], []))
      }
      group.old.append(try one.decode(atIndex: columns.count))
      group.new.append(try other.decode(atIndex: columns.count))
      guard self.present.count <= Self.limit else { return nil }
    }
    note(group)
    let keys = self.present.sorted { $0.key < $1.key }.map(\.value)
    keepsOrder = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Records the keys of equal rows.
  private mutating func note(_ group: (old: [Int64], new: [Int64])) {
    if group.old == group.new { return }
    let (before, after) = (Set(group.old), Set(group.new))
    let pairs = zip(
      group.old.filter { !after.contains($0) }, group.new.filter { !before.contains($0) })
    for (old, new) in pairs {
      present[old] = new
      affected.formUnion([old, new])
    }
  }
}

extension ValueComparison {
  /// Finds the rows under the keys that SQLite assigned when the table was filled again.
  ///
  /// Returns `nil` if a statement could have chosen the keys, or if some row has no equal row.
  func keyMoves(
    _ tables: TablePair, _ rows: StepReport.TableRows, _ counts: RowChangeCounter.Counts?
  ) throws -> KeyMoves? {
    let isRefilled = rows.isRecreated || counts.map { $0.deleted >= rows.before ?? 0 } == true
    guard isRefilled, rows.before == rows.after,
      let key = tables.columns.first(where: {
        $0.former.primaryKeyIndex == 1 && $0.present.primaryKeyIndex == 1
      }), try tables.former.rowIDColumn(former) != nil,
      try tables.present.rowIDColumn(present) != nil,
      trace?.assigns(SQLName(key.present.name), of: SQLName(rows.table)) == true
    else { return nil }
    let others = tables.columns.filter { $0.former.primaryKeyIndex == 0 }
    return try KeyMoves(others, key: key, of: tables, from: former, to: present)
  }
}

extension StepReport.ColumnValues {
  /// Creates the description of a key whose values were reassigned.
  init(reassignedKey column: String, _ count: Int64) {
    self.init(column: column, changes: ValueChanges(replaced: count))
    isReassignedKey = true
  }
}
