/// The rows of a statement, made one at a time.
public final class RowCursor: Cursor {
  private let statement: Statement
  private var isDone = false

  init(_ statement: Statement, arguments: StatementArguments?) throws {
    self.statement = statement
    try statement.begin(arguments: arguments)
  }

  /// Makes the next row.
  public func next() throws -> Row? {
    if isDone { return nil }
    do {
      if try statement.step() { return statement.row() }
    } catch {
      isDone = true
      throw error
    }
    isDone = true
    return nil
  }
}

extension Row {
  /// Returns a cursor over the rows of a query.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  /// - Returns: The cursor, good within the access to the database.
  /// - Throws: ``DatabaseError``.
  public static func fetchCursor(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> RowCursor {
    try RowCursor(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns a cursor over the rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement; only one cursor at a time may use it.
  ///   - arguments: The values of its parameters; `nil` keeps those of the last run.
  /// - Returns: The cursor, good within the access to the database.
  /// - Throws: ``DatabaseError``.
  public static func fetchCursor(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> RowCursor {
    try RowCursor(statement, arguments: arguments)
  }

  /// Returns all rows of a query.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  /// - Returns: The rows.
  /// - Throws: ``DatabaseError``.
  public static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [Row] {
    try Array(fetchCursor(db, sql: sql, arguments: arguments))
  }

  /// Returns the first row of a query, or `nil` when there is none.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  /// - Returns: The row.
  /// - Throws: ``DatabaseError``.
  public static func fetchOne(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Row? {
    try fetchCursor(db, sql: sql, arguments: arguments).next()
  }
}

extension DatabaseValueConvertible {
  /// Returns a cursor over the first column of a query.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  /// - Returns: The cursor, good within the access to the database.
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH from `next` when a value does not convert.
  public static func fetchCursor(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> MapCursor<RowCursor, Self> {
    try Row.fetchCursor(db, sql: sql, arguments: arguments).map { try $0.decode(Self.self, at: 0) }
  }

  /// Returns the first column of all rows of a query.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  /// - Returns: The values.
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH when a value does not convert.
  public static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] {
    try Array(fetchCursor(db, sql: sql, arguments: arguments))
  }

  /// Returns the first column of the first row of a query, or `nil` for no row and for NULL.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  /// - Returns: The value.
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH when the value does not convert.
  public static func fetchOne(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Self? {
    let row = try Row.fetchOne(db, sql: sql, arguments: arguments)
    guard let row, row.databaseValues.first?.isNull == false else { return nil }
    return try row.decode(Self.self, at: 0)
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// Returns the distinct values in the first column of a query.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  /// - Returns: The values.
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH when a value does not convert.
  public static func fetchSet(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Self> {
    try Set(fetchCursor(db, sql: sql, arguments: arguments))
  }
}
