import CSQLite3

package struct ChangedRowReader {
  package struct Column {
    package let before: Int32?
    package let after: Int32?
    /// The value of a new column in rows where it was not written.
    package let filler: DatabaseValue

    package init(before: Int?, after: Int?, filler: DatabaseValue = .null) {
      self.before = before.map(Int32.init)
      self.after = after.map(Int32.init)
      self.filler = filler
    }
  }

  /// Reads a row by its key before the change; `nil` if no rows existed.
  private let before: Statement?
  /// Reads a row by its key after the change; `nil` if no rows exist.
  private let after: Statement?
  private let columns: [Column]

  /// Creates a reader; the parameters of its statements are the key columns.
  package init(before: Statement?, after: Statement?, columns: [Column]) {
    self.before = before
    self.after = after
    self.columns = columns
  }

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - change: How the row changed.
  /// - Returns: The row, or `nil` if the key is not found.
  /// - Throws: ``DatabaseError``.
  package func row(_ key: [DatabaseValue], _ change: ChangedKeys.Change) throws -> ChangedRow? {
    let kind: ChangedRow.Kind =
      switch change {
      case .inserted: .inserted
      case .deleted: .deleted
      case .overwritten, .filled: .updated
      }
    let old = kind == .inserted ? nil : before
    let new = kind == .deleted ? nil : after
    defer {
      old?.reset()
      new?.reset()
    }
    for statement in [old, new].compactMap(\.self) {
      try statement.begin(arguments: StatementArguments(key))
      guard try statement.step() else { return nil }
    }
    return ChangedRow(kind: kind, key: key, values: columns.map { value(of: $0, old, new) })
  }

  private func value(of column: Column, _ old: Statement?, _ new: Statement?) -> ChangedValue {
    guard let old, let oldPlace = column.before else {
      let excerpt = column.after.flatMap { new?.excerpt(at: $0) }
      // The column is new, and the row existed before.
      let isFilled = old != nil && excerpt.map { !column.isFiller($0.value) } ?? false
      return ChangedValue(before: nil, after: excerpt, difference: isFilled ? .filled : nil)
    }
    let before = old.excerpt(at: oldPlace)
    guard let new, let newPlace = column.after else {
      return ChangedValue(before: before, after: nil)
    }
    if old.hasSameValue(at: oldPlace, as: new, at: newPlace) {
      return ChangedValue(before: before, after: before)
    }
    return ChangedValue(
      before: before, after: new.excerpt(at: newPlace),
      difference: ValueDifference(
        from: old.value(at: Int(oldPlace)), to: new.value(at: Int(newPlace))))
  }
}

extension ChangedRowReader.Column {
  /// Returns true if a value is the filler, possibly converted to another storage class.
  package func isFiller(_ value: DatabaseValue) -> Bool {
    value == filler
      || (!value.isNull && !filler.isNull
        && ValueDifference(from: filler, to: value) == .converted)
  }
}

extension Statement {
  func isFilled(_ column: ChangedRowReader.Column) -> Bool {
    guard let place = column.after, sqlite3_column_type(pointer, place) != SQLITE_NULL
    else { return false }
    return !column.isFiller(value(at: Int(place)))
  }
}
