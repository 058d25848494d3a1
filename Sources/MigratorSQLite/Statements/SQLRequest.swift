/// A query with its arguments, and the type to which its rows are decoded.
///
/// ```swift
/// let request: SQLRequest<String> = "SELECT name FROM player WHERE score > \\(score)"
/// let names = try request.fetchAll(db)
/// ```
///
/// This library has no query builder: a request is SQL.
public struct SQLRequest<RowDecoder> {
  package let literal: SQL
  private let isCached: Bool

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - sql: The statement, used verbatim.
  ///   - arguments: The values of its parameters.
  ///   - cached: True to keep its compiled statement in the connection's cache.
  public init(
    sql: String, arguments: StatementArguments = StatementArguments(), cached: Bool = false
  ) {
    literal = SQL(sql: sql, arguments: arguments)
    isCached = cached
  }

  /// Creates a request with interpolated values.
  ///
  /// - Parameters:
  ///   - sqlLiteral: The statement.
  ///   - cached: True to keep its compiled statement in the connection's cache.
  public init(literal sqlLiteral: SQL, cached: Bool = false) {
    literal = sqlLiteral
    isCached = cached
  }

  fileprivate func statement(_ db: Database) throws -> Statement {
    let sql = literal.parameterText
    let statement = try isCached ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
    try statement.setArguments(literal.arguments)
    return statement
  }

  /// Returns the number of rows.
  ///
  /// - Parameter db: The connection.
  /// - Returns: The number.
  /// - Throws: ``DatabaseError``.
  public func fetchCount(_ db: Database) throws -> Int {
    try SQLRequest<Int>(literal: "SELECT COUNT(*) FROM (\(literal: literal))").fetchOne(db) ?? 0
  }
}

extension SQLRequest<Row> {
  /// Creates a request for rows, with the parameters of the general initializer.
  public init(
    sql: String, arguments: StatementArguments = StatementArguments(), cached: Bool = false
  ) {
    self.init(literal: SQL(sql: sql, arguments: arguments), cached: cached)
  }

  /// Creates a request for rows with interpolated values.
  public init(literal sqlLiteral: SQL, cached: Bool = false) {
    literal = sqlLiteral
    isCached = cached
  }

  /// Returns a cursor over the rows; throws ``DatabaseError``.
  public func fetchCursor(_ db: Database) throws -> RowCursor {
    try Row.fetchCursor(statement(db))
  }

  /// Returns all rows; throws ``DatabaseError``.
  public func fetchAll(_ db: Database) throws -> [Row] { try Row.fetchAll(statement(db)) }

  /// Returns the distinct rows; throws ``DatabaseError``.
  public func fetchSet(_ db: Database) throws -> Set<Row> { try Row.fetchSet(statement(db)) }

  /// Returns the first row, or `nil` if there is none; throws ``DatabaseError``.
  public func fetchOne(_ db: Database) throws -> Row? { try Row.fetchOne(statement(db)) }
}

extension SQLRequest where RowDecoder: DatabaseValueConvertible {
  /// Returns a cursor over the first column; throws ``DatabaseError``.
  public func fetchCursor(_ db: Database) throws -> DatabaseValueCursor<RowDecoder> {
    try RowDecoder.fetchCursor(statement(db))
  }

  /// Returns the first column of all rows; throws ``DatabaseError``.
  public func fetchAll(_ db: Database) throws -> [RowDecoder] {
    try RowDecoder.fetchAll(statement(db))
  }

  /// Returns the first value, or `nil` for no row and for NULL; throws ``DatabaseError``.
  public func fetchOne(_ db: Database) throws -> RowDecoder? {
    try RowDecoder.fetchOne(statement(db))
  }
}

extension SQLRequest where RowDecoder: DatabaseValueConvertible & Hashable {
  /// Returns the distinct values in the first column; throws ``DatabaseError``.
  public func fetchSet(_ db: Database) throws -> Set<RowDecoder> {
    try RowDecoder.fetchSet(statement(db))
  }
}

extension Row {
  /// Returns a cursor over the rows of a request; throws ``DatabaseError``.
  public static func fetchCursor<T>(_ db: Database, _ request: SQLRequest<T>) throws -> RowCursor {
    try fetchCursor(request.statement(db))
  }

  /// Returns all rows of a request; throws ``DatabaseError``.
  public static func fetchAll<T>(_ db: Database, _ request: SQLRequest<T>) throws -> [Row] {
    try fetchAll(request.statement(db))
  }

  /// Returns the distinct rows of a request; throws ``DatabaseError``.
  public static func fetchSet<T>(_ db: Database, _ request: SQLRequest<T>) throws -> Set<Row> {
    try fetchSet(request.statement(db))
  }

  /// Returns the first row of a request, or `nil` if there is none; throws ``DatabaseError``.
  public static func fetchOne<T>(_ db: Database, _ request: SQLRequest<T>) throws -> Row? {
    try fetchOne(request.statement(db))
  }
}

extension DatabaseValueConvertible {
  /// Returns a cursor over the first column of a request; throws ``DatabaseError``.
  public static func fetchCursor<T>(
    _ db: Database, _ request: SQLRequest<T>
  ) throws -> DatabaseValueCursor<Self> {
    try fetchCursor(request.statement(db))
  }

  /// Returns the first column of all rows of a request; throws ``DatabaseError``.
  public static func fetchAll<T>(_ db: Database, _ request: SQLRequest<T>) throws -> [Self] {
    try fetchAll(request.statement(db))
  }

  /// Returns the first value of a request, or `nil`; throws ``DatabaseError``.
  public static func fetchOne<T>(_ db: Database, _ request: SQLRequest<T>) throws -> Self? {
    try fetchOne(request.statement(db))
  }
}

extension DatabaseValueConvertible where Self: Hashable {
  /// Returns the distinct values in the first column of a request; throws ``DatabaseError``.
  public static func fetchSet<T>(_ db: Database, _ request: SQLRequest<T>) throws -> Set<Self> {
    try fetchSet(request.statement(db))
  }
}

extension SQLRequest: ExpressibleByStringInterpolation {
  /// Creates a request from a literal, used verbatim.
  public init(stringLiteral value: String) {
    self.init(literal: SQL(sql: value))
  }

  /// Creates a request from an interpolated literal, whose values become arguments.
  public init(stringInterpolation: SQL.StringInterpolation) {
    self.init(literal: SQL(stringInterpolation: stringInterpolation))
  }
}

extension SQLRequest: Sendable {}
