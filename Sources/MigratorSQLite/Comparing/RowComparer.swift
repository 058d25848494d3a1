import CSQLite3

/// Compares rows before and after, value by value, as they are stored.
///
/// Types and bytes are compared, not what SQLite holds for equal: `1` and `1.0`, `'a'` and `'A'` in a
/// column that ignores case are different values.
package final class RowComparer {
  /// How the row after is found that has the key of a row before.
  package enum Matching {
    /// Both are read in the order of the rowid, their first column.
    case merging
    /// The key is bound to the parameters of the statement that reads the row after.
    case seeking
    /// The same, for rows before that are looked up by these rowids.
    case seekingRows([Int64])
  }

  private let before: Statement
  private let after: Statement
  private let keyCount: Int32
  private let matching: Matching
  /// Where the values begin among the columns of the statements.
  private let firstBefore: Int32
  private let firstAfter: Int32
  private let pairCount: Int32
  private let afterCount: Int32

  private var columns: [Column]
  /// The columns that are gone, which are looked for among the new ones.
  private var goneColumns: [Column]
  /// What became of the values, for each pair of columns.
  package var changes: [ValueChanges] { columns.map(\.changes) }
  /// For each pair of columns, the column in which all values are that moved from it, by its place among
  /// the columns after.
  package var movedPlaces: [Int?] {
    columns.map { column in column.found.lost > 0 ? column.target.map { Int($0) } : nil }
  }
  /// For each column that is gone, the new column in which all its values are, by its place among those.
  package var newPlaces: [Int?] {
    goneColumns.map { $0.target.map { Int($0 - pairCount) } }
  }
  /// Rows before with whose key there is none after.
  package private(set) var unmatched: Int64 = 0
  /// The rows that are not as they were; of the inserted ones those that were met, which is all of them
  /// only when merging.
  package private(set) var changed = ChangedKeys()

  /// Where the row after stands that was read last, when merging.
  private var afterRowID: Int64?
  private var isMatched = false
  private var isAtEnd = false
  /// What columns that are new hold where nothing was written to them.
  private let newColumns: [ChangedRowReader.Column]

  /// Creates a comparison of two statements.
  ///
  /// - Parameters:
  ///   - before: Reads the key, then the values of the columns to compare, then those of columns that
  ///     are gone.
  ///   - after: Reads the rowid when merging, then the same columns in the same order, then those that
  ///     are new.
  ///   - keyCount: How many columns the key has.
  ///   - pairCount: How many columns there are to compare.
  ///   - areRead: For each column before whether statements read it: only then its values may be in another.
  ///   - fillers: What each of the new columns holds where nothing was written to it.
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
    goneColumns = areRead.dropFirst(pairCount).map { Column(isRead: $0) }
    newColumns = fillers.enumerated().map { [firstAfter] index, filler in
      ChangedRowReader.Column(
        before: nil, after: Int(firstAfter) + pairCount + index, filler: filler)
    }
  }

  /// Compares all rows.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_INTERRUPT when the connection after is cancelled.
  /// - Complexity: O(*n*) for *n* rows before; with ``Matching/seekingRows(_:)``, O(*m* log *n*) for *m*
  ///   rowids.
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

  /// Compares the first rows before, and no others, to find out how long it takes.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_INTERRUPT when the connection after is cancelled.
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

  /// Goes to the next row after, when merging; one that was passed unmatched is new.
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

  /// Looks for the values of columns that are gone in those that are new, of the same row.
  private func followGoneColumns() {
    for place in goneColumns.indices where goneColumns[place].mayBeElsewhere {
      let index = firstBefore + pairCount + Int32(place)
      goneColumns[place].note(
        before.value(at: Int(index)),
        isIn: { before.hasSameValue(at: index, as: after, at: firstAfter + $0) },
        among: pairCount..<afterCount)
    }
  }

  /// The key of the row before.
  private var key: [DatabaseValue] { (0..<Int(keyCount)).map { before.value(at: $0) } }

  /// Notes what became of a value that is not the same after.
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

  /// Whether a value is now in another column: one that is new, or that had another value.
  private func isElsewhere(_ index: Int32, in other: Int32) -> Bool {
    guard other != index,
      before.hasSameValue(at: firstBefore + index, as: after, at: firstAfter + other)
    else { return false }
    return other >= pairCount
      || !before.hasSameValue(at: firstBefore + other, as: after, at: firstAfter + other)
  }
}

extension RowComparer {
  /// What was found of one column.
  private struct Column {
    /// Whether statements read it.
    private let isRead: Bool
    var found = ValueChanges()
    /// The columns in which all values are now that are not in this one; `nil` before the first.
    private var targets: Set<Int32>?
    private var first: DatabaseValue?
    private var areSeveral = false

    init(isRead: Bool) { self.isRead = isRead }

    /// Notes a value that is not in its column any more.
    mutating func note(
      _ value: DatabaseValue, isIn: (Int32) -> Bool, among candidates: Range<Int32>
    ) {
      targets = (targets ?? Set(candidates)).filter(isIn)
      // NULL is no value that could be told from others.
      if value.isNull { return }
      if let first { areSeveral = areSeveral || first != value } else { first = value }
    }

    /// Whether there may still be a column that has them all.
    var mayBeElsewhere: Bool { isRead && targets?.isEmpty != true }

    /// The column in which all values are that are not in this one any more.
    ///
    /// They differ among themselves: a single value, such as 0 or 1, may stand there by chance.
    var target: Int32? { isRead && areSeveral ? targets?.min() : nil }

    /// What became of the values; they have moved where there is a ``target``.
    var changes: ValueChanges {
      if target == nil { return found }
      return ValueChanges(converted: found.converted, moved: found.lost)
    }
  }
}

extension DatabaseValue {
  /// The value, cut at the length of a sample.
  fileprivate var cut: DatabaseValue {
    if opaqueBytes == nil, case .string(let text) = storage,
      text.count > ValueChanges.sampleLength
    {
      return DatabaseValue(storage: .string(String(text.prefix(ValueChanges.sampleLength)) + "…"))
    }
    return prefix(bytes: ValueChanges.sampleLength)
  }
}
