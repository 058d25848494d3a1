/// A row of a result: an immutable copy, good for as long as it is wanted.
///
/// The rows of a cursor are converted as SQLite converts columns, all others as values are: in the first, `'12'` is an
/// integer, too. That is so in GRDB.
public final class Row: Sendable {
  /// Where a row comes from.
  private enum Origin: Sendable {
    /// A cursor.
    case cursor(TextEncoding)
    /// Anywhere else.
    case values
  }

  /// The names of the columns, in order; they need not be unique.
  public let columnNames: [String]
  /// The values, in the order of the columns.
  public let databaseValues: [DatabaseValue]
  private let origin: Origin

  private init(columnNames: [String], databaseValues: [DatabaseValue], origin: Origin) {
    self.columnNames = columnNames
    self.databaseValues = databaseValues
    self.origin = origin
  }

  /// Creates a row.
  convenience init(columnNames: [String], databaseValues: [DatabaseValue]) {
    self.init(columnNames: columnNames, databaseValues: databaseValues, origin: .values)
  }

  /// Copies the current row of a statement.
  ///
  /// The encoding is that of the database, for the rows that a cursor hands out, and `nil` for all
  /// others.
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
  /// - Parameter dictionary: The values under the names of their columns, in no order.
  public convenience init(_ dictionary: [String: (any DatabaseValueConvertible)?]) {
    self.init(
      columnNames: Array(dictionary.keys),
      databaseValues: dictionary.values.map { $0?.databaseValue ?? .null })
  }

  /// Returns the row as one that no cursor handed out: its values are converted as values.
  ///
  /// - Returns: The row.
  public func copy() -> Row {
    switch origin {
    case .values: self
    case .cursor: Row(columnNames: columnNames, databaseValues: databaseValues)
    }
  }

  /// The column as SQLite converts it, in the row of a cursor.
  func column(at index: Int) -> StatementColumn? {
    guard case .cursor(let encoding) = origin else { return nil }
    return StatementColumn(databaseValues[index], encoding)
  }

  /// The number of columns.
  public var count: Int { databaseValues.count }

  /// Returns whether there is a column of a name.
  ///
  /// - Parameter columnName: The name; upper and lower case are the same.
  /// - Returns: Whether there is one.
  public func hasColumn(_ columnName: String) -> Bool { index(forColumn: columnName) != nil }

  /// Returns the value of a column, or `nil` when there is no such column.
  ///
  /// - Parameter name: The name; upper and lower case are the same.
  /// - Returns: The value of the leftmost column of that name.
  public func databaseValue(named name: String) -> DatabaseValue? {
    index(forColumn: name).map { databaseValues[$0] }
  }

  /// The leftmost column of a name.
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
  /// - Parameter elements: The names of the columns and their values, in order; names need not be unique.
  public convenience init(dictionaryLiteral elements: (String, (any DatabaseValueConvertible)?)...)
  {
    self.init(
      columnNames: elements.map(\.0), databaseValues: elements.map { $1?.databaseValue ?? .null })
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
