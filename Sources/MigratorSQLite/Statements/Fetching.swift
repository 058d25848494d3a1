// Values and rows are fetched from a statement, from SQL or from a request. All use a cursor over a
// statement.

extension Row {
  /// Returns a cursor over the rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement; only one cursor at a time may use it.
  ///   - arguments: The values of its parameters; `nil` keeps those of the last run.
  /// - Returns: The cursor, valid only during the database access.
  /// - Throws: ``DatabaseError``.
  public static func fetchCursor(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> RowCursor {
    try RowCursor(statement, arguments: arguments)
  }

  /// Returns all rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: The values of its parameters; `nil` keeps those of the last run.
  /// - Returns: The rows.
  /// - Throws: ``DatabaseError``.
  public static func fetchAll(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> [Row] {
    try Array(RowCursor(copying: statement, arguments: arguments))
  }

  /// Returns the distinct rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: The values of its parameters; `nil` keeps those of the last run.
  /// - Returns: The rows.
  /// - Throws: ``DatabaseError``.
  public static func fetchSet(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> Set<Row> {
    try Set(RowCursor(copying: statement, arguments: arguments))
  }

  /// Returns the first row of a statement, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: The values of its parameters; `nil` keeps those of the last run.
  /// - Returns: The row.
  /// - Throws: ``DatabaseError``.
  public static func fetchOne(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> Row? {
    let cursor = try RowCursor(copying: statement, arguments: arguments)
    defer { withExtendedLifetime(cursor) {} }
    let row = try cursor.next()
    try statement.finishWriting()
    return row
  }
}

extension DatabaseValueConvertible {
  /// Returns a cursor over the first column of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement; only one cursor at a time may use it.
  ///   - arguments: The values of its parameters; `nil` keeps those of the last run.
  /// - Returns: The cursor, valid only during the database access.
  /// - Throws: ``DatabaseError``; ``RowDecodingError`` from `next` if a value does not convert.
  public static func fetchCursor(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> DatabaseValueCursor<Self> {
    try DatabaseValueCursor(statement, arguments: arguments)
  }

  /// Returns the first column of all rows of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: The values of its parameters; `nil` keeps those of the last run.
  /// - Returns: The values.
  /// - Throws: ``DatabaseError``; ``RowDecodingError`` if a value does not convert.
  public static func fetchAll(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> [Self] {
    try Array(fetchCursor(statement, arguments: arguments))
  }

  /// Returns the first column of the first row of a statement, or `nil` for no row and for NULL.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: The values of its parameters; `nil` keeps those of the last run.
  /// - Returns: The value.
  /// - Throws: ``DatabaseError``; ``RowDecodingError`` if the value does not convert.
  public static func fetchOne(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> Self? {
    let cursor = try DatabaseValueCursor<Self?>(statement, arguments: arguments)
    defer { withExtendedLifetime(cursor) {} }
    let value = try cursor.next()
    try statement.finishWriting()
    return value ?? nil
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// Returns the distinct values in the first column of a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - arguments: The values of its parameters; `nil` keeps those of the last run.
  /// - Returns: The values.
  /// - Throws: ``DatabaseError``; ``RowDecodingError`` if a value does not convert.
  public static func fetchSet(
    _ statement: Statement, arguments: StatementArguments? = nil
  ) throws -> Set<Self> {
    try Set(fetchCursor(statement, arguments: arguments))
  }
}

// MARK: - From SQL

extension Row {
  /// Returns a cursor over the rows of a query.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  /// - Returns: The cursor, valid only during the database access.
  /// - Throws: ``DatabaseError``.
  public static func fetchCursor(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> RowCursor {
    try fetchCursor(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns all rows of a query, with the parameters of `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``.
  public static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [Row] {
    try fetchAll(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns the distinct rows of a query, with the parameters of `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``.
  public static func fetchSet(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Row> {
    try fetchSet(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns the first row of a query, or `nil`, with the parameters of `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``.
  public static func fetchOne(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Row? {
    try fetchOne(db.makeStatement(sql: sql), arguments: arguments)
  }
}

extension DatabaseValueConvertible {
  /// Returns a cursor over the first column of a query.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - sql: The query: one statement.
  ///   - arguments: The values of its parameters.
  /// - Returns: The cursor, valid only during the database access.
  /// - Throws: ``DatabaseError``; ``RowDecodingError`` from `next` if a value does not convert.
  public static func fetchCursor(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> DatabaseValueCursor<Self> {
    try fetchCursor(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns the first column of all rows of a query, with the parameters of `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``; ``RowDecodingError`` if a value does not convert.
  public static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] {
    try fetchAll(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns the first column of the first row of a query, or `nil` for no row and for NULL.
  ///
  /// The parameters are those of `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``; ``RowDecodingError`` if the value does not convert.
  public static func fetchOne(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Self? {
    try fetchOne(db.makeStatement(sql: sql), arguments: arguments)
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// Returns the distinct values in the first column, with the parameters of `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``; ``RowDecodingError`` if a value does not convert.
  public static func fetchSet(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Self> {
    try fetchSet(db.makeStatement(sql: sql), arguments: arguments)
  }
}
