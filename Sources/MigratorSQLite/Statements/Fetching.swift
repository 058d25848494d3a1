// What is fetched comes from a statement, from SQL, or from a request; all end in a cursor over a statement.

extension Row {
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

  /// Returns the first row of a statement, or `nil` when there is none.
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
  /// - Returns: The cursor, good within the access to the database.
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH from `next` when a value does not convert.
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
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH when a value does not convert.
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
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH when the value does not convert.
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
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH when a value does not convert.
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
  /// - Returns: The cursor, good within the access to the database.
  /// - Throws: ``DatabaseError``.
  public static func fetchCursor(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> RowCursor {
    try fetchCursor(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns all rows of a query; the parameters are as in `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``.
  public static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [Row] {
    try fetchAll(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns the distinct rows of a query; the parameters are as in `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``.
  public static func fetchSet(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Row> {
    try fetchSet(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns the first row of a query, or `nil` when there is none; the parameters are as in `fetchCursor`.
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
  /// - Returns: The cursor, good within the access to the database.
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH from `next` when a value does not convert.
  public static func fetchCursor(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> DatabaseValueCursor<Self> {
    try fetchCursor(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns the first column of all rows of a query; the parameters are as in `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH when a value does not convert.
  public static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [Self] {
    try fetchAll(db.makeStatement(sql: sql), arguments: arguments)
  }

  /// Returns the first column of the first row of a query, or `nil` for no row and for NULL; the parameters
  /// are as in `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH when the value does not convert.
  public static func fetchOne(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Self? {
    try fetchOne(db.makeStatement(sql: sql), arguments: arguments)
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// Returns the distinct values in the first column of a query; the parameters are as in `fetchCursor`.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_MISMATCH when a value does not convert.
  public static func fetchSet(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> Set<Self> {
    try fetchSet(db.makeStatement(sql: sql), arguments: arguments)
  }
}
