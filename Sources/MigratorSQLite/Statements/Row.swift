/// A row of a result: an immutable copy, good for as long as it is wanted.
public final class Row: Sendable {
  /// The names of the columns, in order; they need not be unique.
  public let columnNames: [String]
  /// The values, in the order of the columns.
  public let databaseValues: [DatabaseValue]

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - columnNames: The names of the columns.
  ///   - databaseValues: As many values.
  init(columnNames: [String], databaseValues: [DatabaseValue]) {
    self.columnNames = columnNames
    self.databaseValues = databaseValues
  }

  /// The number of columns.
  public var count: Int { databaseValues.count }

  /// Returns the value of a column, or `nil` when there is no such column.
  ///
  /// - Parameter name: The name; upper and lower case are the same for ASCII letters.
  /// - Returns: The value of the first column of that name.
  public func databaseValue(named name: String) -> DatabaseValue? {
    let index =
      columnNames.firstIndex(of: name)
      ?? columnNames.firstIndex { SQLName($0) == SQLName(name) }
    return index.map { databaseValues[$0] }
  }
}

extension Row {
  /// The value of a column, converted.
  ///
  /// Traps when it does not convert, as in GRDB: ask for an optional, which is `nil` then, or use
  /// ``decode(_:at:)-(_,Int)``, where the value comes from a stranger's file.
  public subscript<Value: DatabaseValueConvertible>(_ index: Int) -> Value {
    converted(databaseValues[index], place: "column \(index)")
  }

  /// The value of a column, converted.
  ///
  /// Traps when it does not convert, as in GRDB: ask for an optional, which is `nil` then, or use
  /// ``decode(_:at:)-(_,String)``, where the value comes from a stranger's file.
  public subscript<Value: DatabaseValueConvertible>(_ name: String) -> Value {
    converted(databaseValue(named: name) ?? .null, place: "column \(name)")
  }

  /// Returns the value of a column, converted.
  ///
  /// - Parameters:
  ///   - type: The type to convert to.
  ///   - index: The index of the column.
  /// - Returns: The value.
  /// - Throws: ``DatabaseError`` SQLITE_MISMATCH when the value does not convert, SQLITE_RANGE when
  ///   there is no such column.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, at index: Int
  ) throws -> Value {
    guard databaseValues.indices.contains(index) else {
      throw DatabaseError(resultCode: .SQLITE_RANGE, message: "no column \(index) in \(self)")
    }
    guard let value = Value.fromDatabaseValue(databaseValues[index]) else {
      throw mismatch(databaseValues[index], Value.self, columnNames[index])
    }
    return value
  }

  /// Returns the value of a column, converted.
  ///
  /// - Parameters:
  ///   - type: The type to convert to.
  ///   - name: The name of the column.
  /// - Returns: The value.
  /// - Throws: ``DatabaseError`` SQLITE_MISMATCH when the value does not convert, SQLITE_RANGE when
  ///   there is no such column.
  public func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self, at name: String
  ) throws -> Value {
    guard let stored = databaseValue(named: name) else {
      throw DatabaseError(resultCode: .SQLITE_RANGE, message: "no column \(name) in \(self)")
    }
    guard let value = Value.fromDatabaseValue(stored) else {
      throw mismatch(stored, Value.self, name)
    }
    return value
  }

  private func converted<Value: DatabaseValueConvertible>(
    _ stored: DatabaseValue, place: String
  ) -> Value {
    guard let value = Value.fromDatabaseValue(stored) ?? Self.missing(Value.self) as? Value else {
      preconditionFailure("could not convert \(stored) to \(Value.self), in \(place) of \(self)")
    }
    return value
  }

  /// `nil` where an optional was asked for.
  ///
  /// Neither generic nor inlined: Swift 6.3 crashes when it optimises the cast for a known type.
  @inline(never)
  private static func missing(_ type: Any.Type) -> (any ExpressibleByNilLiteral)? {
    (type as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ())
  }

  private func mismatch(
    _ stored: DatabaseValue, _ type: Any.Type, _ column: String
  ) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_MISMATCH,
      message: "could not convert \(stored) to \(type), in column \(column) of \(self)")
  }
}

extension Row: CustomStringConvertible {
  /// The row as GRDB words it: `[id:1 teamId:2 name:"O'Brien" score:1000]`.
  public var description: String {
    "[" + zip(columnNames, databaseValues).map { "\($0):\($1)" }.joined(separator: " ") + "]"
  }
}

extension Row: Hashable {
  /// Returns whether two rows have the same columns and values.
  public static func == (first: Row, second: Row) -> Bool {
    first === second
      || (first.columnNames == second.columnNames && first.databaseValues == second.databaseValues)
  }

  /// Feeds the values to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(databaseValues)
  }
}
