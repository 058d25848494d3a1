/// An immutable copy of a result row, valid without its statement.
///
/// Rows from a cursor are converted as SQLite converts columns; all other rows are converted as
/// values. For example, `'12'` converts to an integer only in rows from a cursor. GRDB does the
/// same.
public final class Row: Sendable {
  /// The origin of a row, which determines how its values are converted.
  private enum Origin: Sendable {
    case cursor(TextEncoding)
    case values
  }

  /// The names of the columns, in order; they may contain duplicates.
  public let columnNames: [String]
  /// The values, in the order of the columns.
  public let databaseValues: [DatabaseValue]
  private let origin: Origin

  private init(columnNames: [String], databaseValues: [DatabaseValue], origin: Origin) {
    self.columnNames = columnNames
    self.databaseValues = databaseValues
    self.origin = origin
  }

  convenience init(columnNames: [String], databaseValues: [DatabaseValue]) {
    self.init(columnNames: columnNames, databaseValues: databaseValues, origin: .values)
  }

  /// Copies the current row of a statement.
  ///
  /// The encoding is that of the database for rows of a cursor, and `nil` for all others.
  convenience init(currentOf statement: Statement, _ encoding: TextEncoding?) {
    self.init(
      columnNames: statement.columnNames,
      databaseValues: (0..<statement.columnCount).map(statement.value),
      origin: encoding.map { .cursor($0) } ?? .values)
  }

  /// Creates a row without columns.
  public convenience init() {
    self.init(columnNames: [], databaseValues: [])
  }

  /// Creates a row.
  ///
  /// - Parameter dictionary: The values by column name, in no particular order.
  public convenience init(_ dictionary: [String: (any DatabaseValueConvertible)?]) {
    self.init(
      columnNames: Array(dictionary.keys),
      databaseValues: dictionary.values.map { $0?.databaseValue ?? .null })
  }

  /// Returns a copy that does not come from a cursor, so that its values are converted as values.
  ///
  /// - Returns: The row.
  public func copy() -> Row {
    switch origin {
    case .values: self
    case .cursor: Row(columnNames: columnNames, databaseValues: databaseValues)
    }
  }

  /// Returns a column with SQLite's conversions, or `nil` if the row is not from a cursor.
  func column(at index: Int) -> StatementColumn? {
    guard case .cursor(let encoding) = origin else { return nil }
    return StatementColumn(databaseValues[index], encoding)
  }

  /// The number of columns.
  public var count: Int { databaseValues.count }

  /// Returns true if a column exists.
  ///
  /// - Parameter columnName: The name (case-insensitive).
  /// - Returns: `true` if it exists.
  public func hasColumn(_ columnName: String) -> Bool { index(forColumn: columnName) != nil }

  /// Returns the value of a column, or `nil` if the column does not exist.
  ///
  /// - Parameter name: The name (case-insensitive).
  /// - Returns: The value of the leftmost column with that name.
  public func databaseValue(named name: String) -> DatabaseValue? {
    index(forColumn: name).map { databaseValues[$0] }
  }

  /// Returns the index of the leftmost column with a name.
  func index(forColumn name: String) -> Int? {
    var lowercase: String?
    return columnNames.firstIndex { column in
      if column == name { return true }
      let wanted = lowercase ?? name.lowercased()
      lowercase = wanted
      return column.lowercased() == wanted
    }
  }
}

extension Row: ExpressibleByDictionaryLiteral {
  /// Creates a row.
  ///
  /// - Parameter elements: The names of the columns and their values, in order; names may be
  ///   duplicates.
  public convenience init(dictionaryLiteral elements: (String, (any DatabaseValueConvertible)?)...)
  {
    self.init(
      columnNames: elements.map(\.0), databaseValues: elements.map { $1?.databaseValue ?? .null })
  }
}

extension Row: CustomStringConvertible {
  /// The row in GRDB's format: `[id:1 teamId:2 name:"O'Brien" score:1000]`.
  public var description: String {
    "[" + zip(columnNames, databaseValues).map { "\($0):\($1)" }.joined(separator: " ") + "]"
  }
}

extension Row: Hashable {
  /// Returns true if two rows have the same columns and values.
  public static func == (first: Row, second: Row) -> Bool {
    first === second
      || (first.columnNames == second.columnNames && first.databaseValues == second.databaseValues)
  }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(databaseValues)
  }
}
