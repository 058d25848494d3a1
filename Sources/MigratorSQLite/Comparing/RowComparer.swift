import CSQLite3
import MigratorPlatform

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
  /// What became of the values, for each pair of columns.
  package var changes: [ValueChanges] { columns.map(\.changes) }
  /// Rows before with whose key there is none after.
  package private(set) var unmatched: Int64 = 0

  /// Where the row after stands that was read last, when merging.
  private var afterRowID: Int64?
  private var isAtEnd = false

  /// Creates a comparison of two statements.
  ///
  /// - Parameters:
  ///   - before: Reads the key, then the values of the columns to compare.
  ///   - after: Reads the rowid when merging, then the same columns in the same order, then those that
  ///     are new.
  ///   - keyCount: How many columns the key has.
  ///   - pairCount: How many columns there are to compare.
  ///   - matching: How rows are matched.
  package init(
    before: Statement, after: Statement, keyCount: Int, pairCount: Int, matching: Matching
  ) {
    self.before = before
    self.after = after
    self.keyCount = Int32(keyCount)
    self.pairCount = Int32(pairCount)
    self.matching = matching
    firstBefore = Int32(keyCount)
    if case .merging = matching { firstAfter = 1 } else { firstAfter = 0 }
    afterCount = Int32(after.columnCount) - firstAfter
    columns = Array(repeating: Column(), count: pairCount)
  }

  /// Compares all rows.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_INTERRUPT when the connection after is cancelled.
  /// - Complexity: O(*n*) for *n* rows before; with ``Matching/seekingRows(_:)``, O(*m* log *n*) for *m*
  ///   rowids.
  package func run() throws {
    defer {
      sqlite3_reset(before.pointer)
      sqlite3_reset(after.pointer)
    }
    switch matching {
    case .merging:
      try after.begin(arguments: nil)
      try compareAll { try self.merge() }
    case .seeking: try compareAll { try self.seek() }
    case .seekingRows(let rows):
      for row in rows {
        sqlite3_reset(before.pointer)
        sqlite3_bind_int64(before.pointer, 1, row)
        if try before.step() { try compare(isMatched: seek()) }
      }
    }
  }

  private func compareAll(_ isMatched: () throws -> Bool) throws {
    try before.begin(arguments: nil)
    while try before.step() { try compare(isMatched: isMatched()) }
  }

  private func merge() throws -> Bool {
    let wanted = sqlite3_column_int64(before.pointer, 0)
    while !isAtEnd, afterRowID.map({ $0 < wanted }) ?? true {
      if try after.step() {
        afterRowID = sqlite3_column_int64(after.pointer, 0)
      } else {
        isAtEnd = true
      }
    }
    return !isAtEnd && afterRowID == wanted
  }

  private func seek() throws -> Bool {
    sqlite3_reset(after.pointer)
    for index in 0..<keyCount {
      sqlite3_bind_value(
        after.pointer, index + 1, sqlite3_column_value(before.pointer, index))
    }
    return try after.step()
  }

  private func compare(isMatched: Bool) throws {
    guard isMatched else {
      unmatched += 1
      return
    }
    for index in 0..<pairCount
    where !Self.areSame(
      before.pointer, firstBefore + index, after.pointer, firstAfter + index)
    {
      noteDifference(at: index)
    }
  }

  /// Notes what became of a value that is not the same after.
  private func noteDifference(at index: Int32) {
    let old = before.value(at: Int(firstBefore + index))
    if old.isNull { return }
    let new = after.value(at: Int(firstAfter + index))
    let place = Int(index)
    if old.isConverted(to: new) {
      columns[place].found.converted += 1
      return
    }
    columns[place].note(old, isIn: { self.isElsewhere(index, in: $0) }, among: afterCount)
    if new.isNull {
      columns[place].found.nulled += 1
    } else {
      columns[place].found.replaced += 1
    }
    if columns[place].found.samples.count < ValueChanges.sampleLimit {
      columns[place].found.samples.append(
        ValueChanges.Sample(
          key: (0..<Int(keyCount)).map { before.value(at: $0).cut }, before: old.cut,
          after: new.cut))
    }
  }

  /// Whether a value is now in another column: one that is new, or that had another value.
  private func isElsewhere(_ index: Int32, in other: Int32) -> Bool {
    guard other != index,
      Self.areSame(before.pointer, firstBefore + index, after.pointer, firstAfter + other)
    else { return false }
    return other >= pairCount
      || !Self.areSame(before.pointer, firstBefore + other, after.pointer, firstAfter + other)
  }

  /// Whether two values have the same type and the same bytes.
  private static func areSame(
    _ one: OpaquePointer, _ column: Int32, _ other: OpaquePointer, _ otherColumn: Int32
  ) -> Bool {
    let type = sqlite3_column_type(one, column)
    guard type == sqlite3_column_type(other, otherColumn) else { return false }
    switch type {
    case SQLITE_INTEGER:
      return sqlite3_column_int64(one, column) == sqlite3_column_int64(other, otherColumn)
    case SQLITE_FLOAT:
      return sqlite3_column_double(one, column).bitPattern
        == sqlite3_column_double(other, otherColumn).bitPattern
    case SQLITE_TEXT:
      let (first, second) = (
        sqlite3_column_text(one, column), sqlite3_column_text(other, otherColumn)
      )
      return areSame(
        first, sqlite3_column_bytes(one, column), second,
        sqlite3_column_bytes(other, otherColumn))
    case SQLITE_BLOB:
      let (first, second) = (
        sqlite3_column_blob(one, column), sqlite3_column_blob(other, otherColumn)
      )
      return areSame(
        first, sqlite3_column_bytes(one, column), second,
        sqlite3_column_bytes(other, otherColumn))
    default: return true
    }
  }

  private static func areSame(
    _ one: UnsafeRawPointer?, _ count: Int32, _ other: UnsafeRawPointer?, _ otherCount: Int32
  ) -> Bool {
    guard count == otherCount else { return false }
    guard let one, let other else { return true }
    return memcmp(one, other, Int(count)) == 0
  }
}

extension RowComparer {
  /// What was found of one column.
  private struct Column {
    var found = ValueChanges()
    /// The columns in which all values are now that are not in this one; `nil` before the first.
    private var targets: Set<Int32>?
    private var first: DatabaseValue?
    private var areSeveral = false

    /// Notes a value that is not in its column any more.
    mutating func note(_ value: DatabaseValue, isIn: (Int32) -> Bool, among count: Int32) {
      targets = (targets ?? Set(0..<count)).filter(isIn)
      if let first { areSeveral = areSeveral || first != value } else { first = value }
    }

    /// What became of the values.
    ///
    /// They have moved where all of them are in one other column, and differ among themselves: a
    /// single value, such as 0 or 1, may stand there by chance.
    var changes: ValueChanges {
      guard areSeveral, targets?.isEmpty == false else { return found }
      return ValueChanges(converted: found.converted, moved: found.lost)
    }
  }
}

extension DatabaseValue {
  /// Whether the value says the same as another one that is stored otherwise.
  fileprivate func isConverted(to other: DatabaseValue) -> Bool {
    switch (storage, other.storage) {
    case (.int64(let number), .double(let other)), (.double(let other), .int64(let number)):
      Int64(exactly: other) == number && Double(number) == other
    case (.int64(let number), .string(let text)), (.string(let text), .int64(let number)):
      text == String(number)
    case (.double(let number), .string(let text)), (.string(let text), .double(let number)):
      // As Swift and SQLite both write it; anything else is told as another value.
      text == String(number) || text == Int64(exactly: number).map { String($0) }
    case (.string(let text), .blob(let bytes)), (.blob(let bytes), .string(let text)):
      text.utf8.elementsEqual(bytes)
    default: false
    }
  }

  /// The value, cut at the length of a sample.
  fileprivate var cut: DatabaseValue {
    switch storage {
    case .string(let text) where text.count > ValueChanges.sampleLength:
      DatabaseValue(storage: .string(String(text.prefix(ValueChanges.sampleLength)) + "…"))
    case .blob(let bytes) where bytes.count > ValueChanges.sampleLength:
      DatabaseValue(storage: .blob(Array(bytes.prefix(ValueChanges.sampleLength))))
    default: self
    }
  }
}
