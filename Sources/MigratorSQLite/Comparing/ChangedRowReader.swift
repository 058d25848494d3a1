import CSQLite3

/// Reads rows that changed by their keys, before and after.
package struct ChangedRowReader {
  /// Where the values of a column stand in the rows before and after.
  package struct Column {
    /// Its place before, or `nil` where there was none.
    package let before: Int32?
    /// Its place after, or `nil` where it is gone.
    package let after: Int32?
    /// What a column that is new holds where nothing was written to it.
    package let filler: DatabaseValue

    /// Creates a column; the parameters are the properties.
    package init(before: Int?, after: Int?, filler: DatabaseValue = .null) {
      self.before = before.map(Int32.init)
      self.after = after.map(Int32.init)
      self.filler = filler
    }
  }

  /// Reads a row before by its key, where rows were there before.
  private let before: Statement?
  /// Reads a row after by its key, where rows are there after.
  private let after: Statement?
  private let columns: [Column]

  /// Creates a reader; its statements have the columns of the key as parameters.
  package init(before: Statement?, after: Statement?, columns: [Column]) {
    self.before = before
    self.after = after
    self.columns = columns
  }

  /// Reads a row.
  ///
  /// - Parameters:
  ///   - key: Its key.
  ///   - change: What became of it.
  /// - Returns: The row, or `nil` when it is not found by the key.
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
      // A column that is new in a row that is not.
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
  /// Whether a value is the one that nothing was written over.
  package func isFiller(_ value: DatabaseValue) -> Bool {
    value == filler
      || (!value.isNull && !filler.isNull
        && ValueDifference(from: filler, to: value) == .converted)
  }
}

extension Statement {
  /// Whether something was written to a column that is new.
  func isFilled(_ column: ChangedRowReader.Column) -> Bool {
    guard let place = column.after, sqlite3_column_type(pointer, place) != SQLITE_NULL
    else { return false }
    return !column.isFiller(value(at: Int(place)))
  }
}
