/// A row of a table or view as a Swift value.
public protocol SQLRecord: Sendable, Hashable {
  /// The schema of the table or view.
  static var schema: RecordSchema { get }

  /// Creates a record from a row with the columns of the schema, in their order.
  ///
  /// - Parameter row: The row.
  /// - Throws: `DatabaseError` SQLITE_MISMATCH for a value that is not of its property's type.
  init(row: Row) throws
}

extension SQLRecord {
  /// Returns all rows, in unspecified order.
  ///
  /// - Parameter db: The connection.
  /// - Returns: The records.
  /// - Throws: `DatabaseError`, also for a value that is not of its property's type.
  public static func fetchAll(_ db: Database) throws -> [Self] {
    try fetch(db, schema.selectSQL, [])
  }

  /// Returns the rows with the given column values.
  ///
  /// ```swift
  /// let players = try Player.fetchAll(db, where: ["club_id": 7.databaseValue])
  /// ```
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - values: The columns and their values; NULL is not equal to any value, as in SQL.
  /// - Returns: The records, in unspecified order.
  /// - Throws: `DatabaseError`, also for a value that is not of its property's type.
  public static func fetchAll(
    _ db: Database, where values: KeyValuePairs<String, DatabaseValue>
  ) throws -> [Self] {
    guard !values.isEmpty else { return try fetchAll(db) }
    return try fetch(
      db, "\(schema.selectSQL) WHERE \(RecordSchema.condition(values.map(\.key)))",
      values.map(\.value))
  }

  /// Returns a row with the given column values, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - values: The columns and their values; NULL is not equal to any value, as in SQL.
  /// - Returns: The record.
  /// - Throws: `DatabaseError`, also for a value that is not of its property's type.
  public static func fetchOne(
    _ db: Database, where values: KeyValuePairs<String, DatabaseValue>
  ) throws -> Self? {
    guard !values.isEmpty else { return try fetch(db, schema.selectSQL + " LIMIT 1", []).first }
    return try fetch(
      db, "\(schema.selectSQL) WHERE \(RecordSchema.condition(values.map(\.key))) LIMIT 1",
      values.map(\.value)
    ).first
  }

  /// Returns the number of rows.
  ///
  /// - Parameter db: The connection.
  /// - Returns: The number.
  /// - Throws: `DatabaseError`.
  public static func fetchCount(_ db: Database) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) FROM \(schema.table.quotedDatabaseIdentifier)") ?? 0
  }

  static func fetch(_ db: Database, _ sql: String, _ values: [DatabaseValue]) throws -> [Self] {
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: sql), arguments: StatementArguments(values))
    return try rows.map(Self.init(row:))
  }
}
