/// A SELECT statement, for ``MigratorSQLite/Database/create(view:options:columns:as:)``.
///
/// The engine has no query builder: a request is SQL.
public struct SQLRequest: Sendable, Hashable {
  /// The statement.
  let literal: SQL

  /// Creates a request.
  ///
  /// - Parameter sql: The statement, taken as it stands.
  public init(sql: String) {
    literal = SQL(sql: sql)
  }

  /// Creates a request with interpolated values.
  ///
  /// - Parameter sqlLiteral: The statement.
  public init(literal sqlLiteral: SQL) {
    literal = sqlLiteral
  }
}
