extension Row {
  /// The value of a column, converted.
  ///
  /// Where it does not convert, the access to the database fails: its next statement throws, and so does its end. Outside any
  /// access the process ends, as in GRDB; use ``decode(_:atIndex:)-(Value.Type,_)`` there.
  public subscript<Value: DatabaseValueConvertible>(_ index: Int) -> Value {
    orFailure { () throws(DatabaseError) in try decode(Value.self, atIndex: index) }
  }

  /// The value of the leftmost column of a name, converted, as by its index.
  ///
  /// An optional is `nil` where there is no such column.
  public subscript<Value: DatabaseValueConvertible>(_ columnName: String) -> Value {
    orFailure { () throws(DatabaseError) in try decode(Value.self, forColumn: columnName) }
  }

  /// The value of a column, converted, as by its name.
  public subscript<Value: DatabaseValueConvertible>(_ column: some ColumnExpression) -> Value {
    orFailure { () throws(DatabaseError) in try decode(Value.self, forColumn: column.name) }
  }

  /// The value of a column as it is stored: `nil`, an `Int64`, a `Double`, a `String` or a `Data`.
  public subscript(_ index: Int) -> (any DatabaseValueConvertible)? {
    guard databaseValues.indices.contains(index) else {
      return AccessFailure.note(outOfRange(index), standIn: .some(nil))
    }
    return databaseValues[index].storage.value
  }

  /// The value of the leftmost column of a name as it is stored; `nil` also when there is none.
  public subscript(_ columnName: String) -> (any DatabaseValueConvertible)? {
    index(forColumn: columnName).flatMap { databaseValues[$0].storage.value }
  }

  /// The value of a column as it is stored; `nil` also when there is none.
  public subscript(_ column: some ColumnExpression) -> (any DatabaseValueConvertible)? {
    self[column.name]
  }

  /// Returns whether a column is NULL.
  ///
  /// - Parameter index: The index of the column.
  /// - Returns: Whether it is.
  public func hasNull(atIndex index: Int) -> Bool { databaseValues[index].isNull }

  /// Whether a column is not NULL.
  public var containsNonNullValue: Bool { databaseValues.contains { !$0.isNull } }

  /// Returns the first value that is not NULL.
  ///
  /// - Parameter columns: The names of columns.
  /// - Returns: The value, or `nil` when all are NULL or missing.
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
  /// - Returns: The value, or `nil` when all are NULL or missing.
  public func coalesce<Value: DatabaseValueConvertible>(
    _ columns: some Collection<any ColumnExpression>
  ) -> Value? {
    coalesce(columns.map(\.name))
  }

  private func orFailure<Value: DatabaseValueConvertible>(
    _ decode: () throws(DatabaseError) -> Value
  ) -> Value {
    do throws(DatabaseError) {
      return try decode()
    } catch {
      return AccessFailure.note(error, standIn: StandIn.make())
    }
  }
}

// MARK: - Decoding that throws

extension Row {
  /// Returns the value of a column, converted.
  ///
  /// - Parameters:
  ///   - type: The type to convert to.
  ///   - index: The index of the column.
  /// - Returns: The value.
  /// - Throws: ``DatabaseError`` SQLITE_MISMATCH when the value does not convert, SQLITE_RANGE when
  ///   there is no such column.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, atIndex index: Int
  ) throws(DatabaseError) -> Value {
    guard databaseValues.indices.contains(index) else { throw outOfRange(index) }
    let stored = databaseValues[index]
    if let value = column(at: index).map(Value.fromColumn) ?? Value.fromDatabaseValue(stored) {
      return value
    }
    throw .mismatch(stored, Value.self, "in column \(columnNames[index]) of \(self)")
  }

  /// Returns the value of the leftmost column of a name, converted.
  ///
  /// - Parameters:
  ///   - type: The type to convert to.
  ///   - columnName: The name of the column.
  /// - Returns: The value; of a missing column, `nil` where an optional is asked for.
  /// - Throws: ``DatabaseError`` SQLITE_MISMATCH when the value does not convert, SQLITE_RANGE when
  ///   there is no such column.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, forColumn columnName: String
  ) throws(DatabaseError) -> Value {
    if let index = index(forColumn: columnName) { return try decode(type, atIndex: index) }
    if let value = Value.fromMissingColumn() { return value }
    throw DatabaseError(resultCode: .SQLITE_RANGE, message: "no column \(columnName) in \(self)")
  }

  /// Returns the value of a column, converted, as by its name.
  ///
  /// - Parameters:
  ///   - type: The type to convert to.
  ///   - column: The column.
  /// - Returns: The value; of a missing column, `nil` where an optional is asked for.
  /// - Throws: ``DatabaseError``, as by its name.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, forColumn column: some ColumnExpression
  ) throws(DatabaseError) -> Value {
    try decode(type, forColumn: column.name)
  }

  private func outOfRange(_ index: Int) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_RANGE, message: "no column \(index) in \(self)")
  }
}

extension DatabaseError {
  /// A value that does not convert.
  static func mismatch(
    _ stored: DatabaseValue, _ type: Any.Type, _ place: String, sql: String? = nil,
    arguments: StatementArguments? = nil
  ) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_MISMATCH, message: "could not convert \(stored) to \(type), \(place)",
      sql: sql, arguments: arguments)
  }
}
