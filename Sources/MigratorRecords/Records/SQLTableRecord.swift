/// A record of a table, which can be inserted.
public protocol SQLTableRecord: SQLRecord {
  /// The values to write, in the order of the schema's columns, without the generated columns.
  var databaseValues: [DatabaseValue] { get }
}

extension SQLTableRecord {
  /// Inserts the record as a new row.
  ///
  /// - Parameter db: The connection.
  /// - Returns: The record as stored: with the key that SQLite chose, generated columns, and values
  ///   converted by the columns' affinities. Later changes by triggers are not included. For a
  ///   virtual table, the record itself.
  /// - Throws: `DatabaseError`.
  @discardableResult public func insert(_ db: Database) throws -> Self {
    try stored(db, Self.schema.insertSQL, databaseValues) ?? self
  }

  /// Runs a statement that writes the record, and returns the stored record if SQLite returns it.
  func stored(_ db: Database, _ sql: String, _ values: [DatabaseValue]) throws -> Self? {
    try Self.fetch(db, sql, values).first
  }
}

/// A record of a table with a key, which identifies rows to fetch, update and delete.
///
/// The key is the primary key. If there is none, it is a UNIQUE key of NOT NULL columns.
public protocol SQLKeyedTableRecord: SQLTableRecord {
  /// The type of the key.
  associatedtype Key: Hashable & Sendable

  /// Returns the values of a key, in the order of the schema's key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The values.
  static func databaseValues(of key: Key) -> [DatabaseValue]
}

extension SQLKeyedTableRecord where Key: DatabaseValueConvertible {
  /// Returns the value of a single-column key.
  public static func databaseValues(of key: Key) -> [DatabaseValue] { [key.databaseValue] }
}

extension SQLKeyedTableRecord {
  /// Returns the row with a key, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - key: The key.
  /// - Returns: The record.
  /// - Throws: `DatabaseError`, also for a value that is not of its property's type.
  public static func fetchOne(_ db: Database, key: Key) throws -> Self? {
    try fetch(
      db, "\(schema.selectSQL) WHERE \(RecordSchema.condition(schema.key))",
      databaseValues(of: key)
    ).first
  }

  /// Deletes the row with a key.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - key: The key.
  /// - Returns: `true` if there was such a row.
  /// - Throws: `DatabaseError`.
  @discardableResult public static func delete(_ db: Database, key: Key) throws -> Bool {
    try delete(db, databaseValues(of: key))
  }

  /// Updates the row that has the record's key.
  ///
  /// - Parameter db: The connection.
  /// - Returns: The record as stored.
  /// - Throws: ``RecordError`` if no row has the key, or the key contains NULL; `DatabaseError`.
  @discardableResult public func update(_ db: Database) throws -> Self {
    let values = databaseValues
    let key = try keyValues(of: values)
    let changed = Self.schema.changedPlaces.map { values[$0] }
    if let stored = try stored(db, Self.schema.updateSQL, changed + key) { return stored }
    guard !Self.schema.isReturning, db.changesCount > 0 else {
      throw RecordError(kind: .notFound, table: Self.schema.table, key: key)
    }
    return self
  }

  /// Inserts the record, or updates the row that has its key.
  ///
  /// A conflict with another UNIQUE key is an error, and nothing is written.
  ///
  /// - Parameter db: The connection.
  /// - Returns: The record as stored.
  /// - Throws: `DatabaseError`.
  @discardableResult public func upsert(_ db: Database) throws -> Self {
    try stored(db, Self.schema.upsertSQL, databaseValues) ?? self
  }

  /// Deletes the row with the record's key.
  ///
  /// - Parameter db: The connection.
  /// - Returns: `true` if there was such a row.
  /// - Throws: ``RecordError`` if the key contains NULL; `DatabaseError`.
  @discardableResult public func delete(_ db: Database) throws -> Bool {
    try Self.delete(db, keyValues(of: databaseValues))
  }

  private static func delete(_ db: Database, _ key: [DatabaseValue]) throws -> Bool {
    try db.cachedStatement(sql: schema.deleteSQL).execute(arguments: StatementArguments(key))
    return db.changesCount > 0
  }

  /// Returns the values of the key.
  ///
  /// - Throws: ``RecordError`` if a value is NULL, because NULL is not equal to any value and does
  ///   not identify a row.
  private func keyValues(of values: [DatabaseValue]) throws -> [DatabaseValue] {
    let key = Self.schema.keyPlaces.map { values[$0] }
    if key.contains(where: \.isNull) {
      throw RecordError(kind: .noKey, table: Self.schema.table, key: key)
    }
    return key
  }
}

/// An error for a record whose row cannot be found.
public struct RecordError: Error, Sendable, Hashable {
  /// The kind of error.
  public enum Kind: Sendable, Hashable {
    /// No row has the key.
    case notFound
    /// A value of the key is NULL, so the key does not identify a row.
    case noKey
  }

  /// The kind of error.
  public let kind: Kind
  /// The table.
  public let table: String
  /// The values of the key.
  public let key: [DatabaseValue]
}

extension RecordError: CustomStringConvertible {
  /// The error, as a sentence.
  public var description: String {
    let key = key.map(\.description).joined(separator: ", ")
    return switch kind {
    case .notFound: "no row of \(table) has the key \(key)"
    case .noKey:
      "the record of \(table) has a NULL in its key (\(key)), so it does not identify "
        + "a row"
    }
  }
}
