import CSQLite3

/// Compares rows before and after a migration, value by value.
///
/// Two values are the same if their types and bytes are the same. SQLite's notion of equality does
/// not apply: `1` and `1.0` are different values, and so are `'a'` and `'A'` in a column that
/// ignores case.
package final class RowComparer {
  package enum Matching {
    /// Both statements read in rowid order, and their first column is the rowid.
    case merging
    /// The key of a row of `before` is bound to the parameters of `after`.
    case seeking
    /// The same as ``seeking``, but only for rows of `before` with these rowids.
    case seekingRows([Int64])
  }

  private let before: Statement
  private let after: Statement
  private let keyCount: Int32
  private let matching: Matching
  /// The index of the first compared value in each statement.
  private let firstBefore: Int32
  private let firstAfter: Int32
  private let pairCount: Int32
  private let afterCount: Int32

  private var columns: [Column]
  /// The removed columns, whose values are searched for in the new columns.
  private var droppedColumns: [Column]
  package var changes: [ValueChanges] { columns.map(\.changes) }
  /// For each pair of columns, the column to which all lost values moved.
  ///
  /// It is an index into the columns of `after`.
  package var movedPlaces: [Int?] {
    columns.map { column in column.found.lost > 0 ? column.target.map { Int($0) } : nil }
  }
  /// For each removed column, the index, among the added columns, of the one that contains all
  /// values of the removed column, or `nil`.
  package var newPlaces: [Int?] {
    droppedColumns.map { $0.target.map { Int($0 - pairCount) } }
  }
  /// The number of rows of `before` that have no row with the same key in `after`.
  package private(set) var unmatched: Int64 = 0
  /// The changed rows.
  ///
  /// Insertions are noted only when merging. After the end of `before`, the search for them stops
  /// at ``ChangedKeys/limit``.
  package private(set) var changed = ChangedKeys()

  /// The rowid of the last row that `after` returned, when merging.
  private var afterRowID: Int64?
  private var isMatched = false
  private var isAtEnd = false
  /// The new columns, with the values that they have in rows where they were not written.
  private let newColumns: [ChangedRowReader.Column]

  /// Creates a comparison of two statements.
  ///
  /// - Parameters:
  ///   - before: Reads the key, then the values of the compared columns, then those of removed
  ///     columns.
  ///   - after: Reads the rowid when merging, then the same columns in the same order, then the new
  ///     columns.
  ///   - keyCount: The number of key columns.
  ///   - pairCount: The number of compared columns.
  ///   - areRead: For each column of `before`, true if statements read it. Only then can its values
  ///     have moved to another column.
  ///   - fillers: For each new column, its value in rows where it was not written.
  ///   - matching: How rows are matched.
  package init(
    before: Statement, after: Statement, keyCount: Int, pairCount: Int, areRead: [Bool],
    fillers: [DatabaseValue] = [], matching: Matching
  ) {
    self.before = before
    self.after = after
    self.keyCount = Int32(keyCount)
    self.pairCount = Int32(pairCount)
    self.matching = matching
    firstBefore = Int32(keyCount)
    if case .merging = matching { firstAfter = 1 } else { firstAfter = 0 }
    afterCount = Int32(after.columnCount) - firstAfter
    columns = areRead.prefix(pairCount).map { Column(isRead: $0) }
    droppedColumns = areRead.dropFirst(pairCount).map { Column(isRead: $0) }
    newColumns = fillers.enumerated().map { [firstAfter] index, filler in
      ChangedRowReader.Column(
        before: nil, after: Int(firstAfter) + pairCount + index, filler: filler)
    }
  }

  /// Compares all rows.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_INTERRUPT when the connection of `after` is cancelled.
  /// - Complexity: O(*n*) for *n* rows of `before`; with ``Matching/seekingRows(_:)``, O(*m* log
  ///   *n*) for *m* rowids.
  package func run() throws {
    defer {
      before.reset()
      after.reset()
    }
    switch matching {
    case .merging:
      try after.begin(arguments: nil)
      try compareAll { try self.merge() }
      while !isAtEnd, changed.hasRoom(for: .inserted) { try advance() }
    case .seeking: try compareAll { try self.seek() }
    case .seekingRows(let rows):
      for row in rows {
        before.reset()
        before.bind(rowID: row)
        if try before.step() { try compare(isMatched: seek()) }
      }
    }
  }

  /// Compares only the first rows of `before`, to measure how long this takes.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_INTERRUPT when the connection of `after` is cancelled.
  package func compare(first limit: Int64) throws {
    defer {
      before.reset()
      after.reset()
    }
    try before.begin(arguments: nil)
    try after.begin(arguments: nil)
    var left = limit
    while left > 0, try before.step() {
      try compare(isMatched: merge())
      left -= 1
    }
  }

  private func compareAll(_ isMatched: () throws -> Bool) throws {
    try before.begin(arguments: nil)
    while try before.step() { try compare(isMatched: isMatched()) }
  }

  private func merge() throws -> Bool {
    let wanted = sqlite3_column_int64(before.pointer, 0)
    while !isAtEnd, afterRowID.map({ $0 < wanted }) ?? true { try advance() }
    isMatched = !isAtEnd && afterRowID == wanted
    return isMatched
  }

  /// Advances `after` to its next row, when merging; a row without a match is new.
  private func advance() throws {
    if let afterRowID, !isMatched { changed.note(.inserted, [afterRowID.databaseValue]) }
    isMatched = false
    if try after.step() {
      afterRowID = sqlite3_column_int64(after.pointer, 0)
    } else {
      isAtEnd = true
    }
  }

  private func seek() throws -> Bool {
    after.reset()
    after.bind(before)
    return try after.step()
  }

  private func compare(isMatched: Bool) throws {
    guard isMatched else {
      unmatched += 1
      changed.note(.deleted, key)
      return
    }
    followGoneColumns()
    var isOverwritten = false
    var isFilled = false
    for index in 0..<pairCount
    where !before.hasSameValue(at: firstBefore + index, as: after, at: firstAfter + index) {
      if sqlite3_column_type(before.pointer, firstBefore + index) == SQLITE_NULL {
        isFilled = true
      } else {
        isOverwritten = true
        noteDifference(at: index)
      }
    }
    if isOverwritten {
      changed.note(.overwritten, key)
    } else if isFilled || (!newColumns.isEmpty && newColumns.contains(where: after.isFilled)) {
      changed.note(.filled, key)
    }
  }

  private func followGoneColumns() {
    for place in droppedColumns.indices where droppedColumns[place].mayBeElsewhere {
      let index = firstBefore + pairCount + Int32(place)
      droppedColumns[place].note(
        before.value(at: Int(index)),
        isIn: { before.hasSameValue(at: index, as: after, at: firstAfter + $0) },
        among: pairCount..<afterCount)
    }
  }

  private var key: [DatabaseValue] { (0..<Int(keyCount)).map { before.value(at: $0) } }

  private func noteDifference(at index: Int32) {
    let old = before.value(at: Int(firstBefore + index))
    let new = after.value(at: Int(firstAfter + index))
    let place = Int(index)
    let difference = ValueDifference(from: old, to: new)
    if difference == .converted {
      columns[place].found.converted += 1
      return
    }
    columns[place].note(old, isIn: { self.isElsewhere(index, in: $0) }, among: 0..<afterCount)
    columns[place].found.note(difference)
    if columns[place].found.samples.count < ValueChanges.sampleLimit {
      columns[place].found.samples.append(
        ValueChanges.Sample(key: key.map(\.cut), before: old.cut, after: new.cut))
    }
  }

  /// Returns true if a value is now in another column that is new or had a different value.
  private func isElsewhere(_ index: Int32, in other: Int32) -> Bool {
    guard other != index,
      before.hasSameValue(at: firstBefore + index, as: after, at: firstAfter + other)
    else { return false }
    return other >= pairCount
      || !before.hasSameValue(at: firstBefore + other, as: after, at: firstAfter + other)
  }
}

extension RowComparer {
  private struct Column {
    private let isRead: Bool
    var found = ValueChanges()
    /// The columns that contain all values lost from this one; `nil` before the first value.
    private var targets: Set<Int32>?
    private var first: DatabaseValue?
    private var areSeveral = false

    init(isRead: Bool) { self.isRead = isRead }

    mutating func note(
      _ value: DatabaseValue, isIn: (Int32) -> Bool, among candidates: Range<Int32>
    ) {
      guard mayBeElsewhere else { return }
      targets = (targets ?? Set(candidates)).filter(isIn)
      // NULLs cannot be distinguished from each other.
      if value.isNull { return }
      if let first { areSeveral = areSeveral || first != value } else { first = value }
    }

    var mayBeElsewhere: Bool { isRead && targets?.isEmpty != true }

    /// The column that contains all values lost from this one.
    ///
    /// The values must differ from each other: a single value, such as 0 or 1, may match by chance.
    var target: Int32? { isRead && areSeveral ? targets?.min() : nil }

    /// How the values changed; lost values count as moved if there is a ``target``.
    var changes: ValueChanges {
      if target == nil { return found }
      return ValueChanges(converted: found.converted, moved: found.lost)
    }
  }
}

extension DatabaseValue {
  fileprivate var cut: DatabaseValue {
    if nonTextBytes == nil, case .string(let text) = storage,
      text.count > ValueChanges.sampleLength
    {
      return DatabaseValue(storage: .string(String(text.prefix(ValueChanges.sampleLength)) + "…"))
    }
    return prefix(bytes: ValueChanges.sampleLength)
  }
}
