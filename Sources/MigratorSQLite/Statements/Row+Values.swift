extension Row {
  /// The converted value of a column.
  ///
  /// If the conversion fails, the database access fails: its next statement throws, and the access
  /// ends with the error. Outside any access, the process ends, as in GRDB; use
  /// ``decode(_:atIndex:)-(Value.Type,_)`` there.
  public subscript<Value: DatabaseValueConvertible>(_ index: Int) -> Value {
    orFailure { () throws(RowDecodingError) in try decode(Value.self, atIndex: index) }
  }

  /// The converted value of the leftmost column with a name.
  ///
  /// An optional is `nil` if the column is missing. Conversion failures are handled as for an
  /// index.
  public subscript<Value: DatabaseValueConvertible>(_ columnName: String) -> Value {
    orFailure { () throws(RowDecodingError) in try decode(Value.self, forColumn: columnName) }
  }

  /// The converted value of a column, found by its name.
  public subscript<Value: DatabaseValueConvertible>(_ column: some ColumnExpression) -> Value {
    orFailure { () throws(RowDecodingError) in try decode(Value.self, forColumn: column.name) }
  }

  /// The stored value of a column: `nil`, an `Int64`, a `Double`, a `String` or a `Data`.
  public subscript(_ index: Int) -> (any DatabaseValueConvertible)? {
    guard databaseValues.indices.contains(index) else {
      return AccessFailure.note(
        RowDecodingError(missing: index, in: self), standIn: .some(nil))
    }
    return databaseValues[index].storage.value
  }

  /// The stored value of the leftmost column with a name; also `nil` for a missing column.
  public subscript(_ columnName: String) -> (any DatabaseValueConvertible)? {
    index(forColumn: columnName).flatMap { databaseValues[$0].storage.value }
  }

  /// The stored value of a column; also `nil` for a missing column.
  public subscript(_ column: some ColumnExpression) -> (any DatabaseValueConvertible)? {
    self[column.name]
  }

  /// Returns true if a column is NULL.
  ///
  /// - Parameter index: The index of the column.
  /// - Returns: `true` if the column is NULL.
  public func hasNull(atIndex index: Int) -> Bool { databaseValues[index].isNull }

  /// True if at least one column is not NULL.
  public var containsNonNullValue: Bool { databaseValues.contains { !$0.isNull } }

  /// Returns the first value that is not NULL.
  ///
  /// - Parameter columns: The names of the columns.
  /// - Returns: The value, or `nil` if all columns are NULL or missing.
  public func coalesce<Value: DatabaseValueConvertible>(_ columns: some Collection<String>)
    -> Value?
  {
    for column in columns {
      if let value = self[column] as Value? { return value }
    }
    return nil
  }

  /// Returns the first value that is not NULL.
  ///
  /// - Parameter columns: The columns.
  /// - Returns: The value, or `nil` if all columns are NULL or missing.
  public func coalesce<Value: DatabaseValueConvertible>(
    _ columns: some Collection<any ColumnExpression>
  ) -> Value? {
    coalesce(columns.map(\.name))
  }

  private func orFailure<Value: DatabaseValueConvertible>(
    _ decode: () throws(RowDecodingError) -> Value
  ) -> Value {
    do throws(RowDecodingError) {
      return try decode()
    } catch {
      return AccessFailure.note(error, standIn: PlaceholderValue.make())
    }
  }
}

// MARK: - Throwing accessors

extension Row {
  /// Returns the converted value of a column.
  ///
  /// - Parameters:
  ///   - type: The type to convert to.
  ///   - index: The index of the column.
  /// - Returns: The value.
  /// - Throws: ``RowDecodingError`` if the value does not convert or the column does not exist.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, atIndex index: Int
  ) throws(RowDecodingError) -> Value {
    guard databaseValues.indices.contains(index) else {
      throw RowDecodingError(missing: index, in: self)
    }
    let stored = databaseValues[index]
    if let value = column(at: index).map(Value.fromColumn) ?? Value.fromDatabaseValue(stored) {
      return value
    }
    throw RowDecodingError(stored, to: Value.self, atIndex: index, of: self)
  }

  /// Returns the converted value of the leftmost column with a name.
  ///
  /// - Parameters:
  ///   - type: The type to convert to.
  ///   - columnName: The name of the column.
  /// - Returns: The value; `nil` for a missing column if the type is optional.
  /// - Throws: ``RowDecodingError`` if the value does not convert or the column does not exist.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, forColumn columnName: String
  ) throws(RowDecodingError) -> Value {
    if let index = index(forColumn: columnName) { return try decode(type, atIndex: index) }
    if let value = Value.fromMissingColumn() { return value }
    throw RowDecodingError(missing: columnName, in: self)
  }

  /// Returns the converted value of a column, found by its name.
  ///
  /// - Parameters:
  ///   - type: The type to convert to.
  ///   - column: The column.
  /// - Returns: The value; `nil` for a missing column if the type is optional.
  /// - Throws: ``RowDecodingError``, as for the name.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, forColumn column: some ColumnExpression
  ) throws(RowDecodingError) -> Value {
    try decode(type, forColumn: column.name)
  }
}

/// Placeholder values for failed reads, which also make the database access fail.
enum PlaceholderValue {
  /// Values that convert to nearly every type: NULL, number, string, URL, date and UUID.
  private static let values: [DatabaseValue] = [
    .null, 0.databaseValue, "".databaseValue, "x:".databaseValue, "2001-01-01".databaseValue,
    [UInt8](repeating: 0, count: 16).databaseValue,
  ]

  static func make<Value: DatabaseValueConvertible>() -> Value? {
    for value in values {
      if let made = Value.fromDatabaseValue(value) { return made }
    }
    guard let type = Value.self as? any CaseIterable.Type else { return nil }
    return first(of: type) as? Value
  }

  private static func first<Value: CaseIterable>(of type: Value.Type) -> Any? {
    type.allCases.first
  }
}
