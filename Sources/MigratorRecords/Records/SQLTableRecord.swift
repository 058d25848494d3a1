/// A row of a table, which can be inserted.
public protocol SQLTableRecord: SQLRecord {
  /// The values that are written, in the order of the schema's columns without the generated ones.
  var databaseValues: [DatabaseValue] { get }
}

extension SQLTableRecord {
  /// Inserts the record as a new row.
  ///
  /// - Parameter db: The connection.
  /// - Returns: The record as it is stored: with the key that SQLite gave it, generated columns, and
  ///   values as the column's affinity converts them. What triggers do afterwards is not in it. Of a
  ///   virtual table the record itself is returned.
  /// - Throws: `DatabaseError`.
  @discardableResult public func insert(_ db: Database) throws -> Self {
    try stored(db, Self.schema.insertSQL, databaseValues) ?? self
  }

  /// Runs a statement that writes the record, and returns what is stored, where SQLite tells it.
  func stored(_ db: Database, _ sql: String, _ values: [DatabaseValue]) throws -> Self? {
    try Self.fetch(db, sql, values).first
  }
}

/// A row of a table that has a key, by which rows are found, updated and deleted.
///
/// The key is the primary key, or where there is none, a UNIQUE key of columns that are NOT NULL.
public protocol SQLKeyedTableRecord: SQLTableRecord {
  /// The values of the key.
  associatedtype Key: Hashable & Sendable

  /// Returns the values of a key, in the order of the schema's key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The values.
  static func databaseValues(of key: Key) -> [DatabaseValue]
}

extension SQLKeyedTableRecord where Key: DatabaseValueConvertible {
  /// Returns the value of a key of one column.
  public static func databaseValues(of key: Key) -> [DatabaseValue] { [key.databaseValue] }
}

extension SQLKeyedTableRecord {
  /// Returns the row of a key, or `nil` when there is none.
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

  /// Deletes the row of a key.
  ///
  /// - Parameters:
  ///   - db: The connection.
  ///   - key: The key.
  /// - Returns: Whether there was one.
  /// - Throws: `DatabaseError`.
  @discardableResult public static func delete(_ db: Database, key: Key) throws -> Bool {
    try delete(db, databaseValues(of: key))
  }

  /// Writes the record over the row that has its key.
  ///
  /// - Parameter db: The connection.
  /// - Returns: The record as it is stored.
  /// - Throws: ``RecordError`` when no row has the key, or the key has no value; `DatabaseError`.
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

  /// Inserts the record, or writes it over the row that has its key.
  ///
  /// A row that another UNIQUE key forbids is an error, and nothing is written.
  ///
  /// - Parameter db: The connection.
  /// - Returns: The record as it is stored.
  /// - Throws: `DatabaseError`.
  @discardableResult public func upsert(_ db: Database) throws -> Self {
    try stored(db, Self.schema.upsertSQL, databaseValues) ?? self
  }

  /// Deletes the row that has the record's key.
  ///
  /// - Parameter db: The connection.
  /// - Returns: Whether there was one.
  /// - Throws: ``RecordError`` when the key has no value; `DatabaseError`.
  @discardableResult public func delete(_ db: Database) throws -> Bool {
    try Self.delete(db, keyValues(of: databaseValues))
  }

  private static func delete(_ db: Database, _ key: [DatabaseValue]) throws -> Bool {
    try db.cachedStatement(sql: schema.deleteSQL).execute(arguments: StatementArguments(key))
    return db.changesCount > 0
  }

  /// A NULL is equal to nothing: rows that have one in their key cannot be told apart by it.
  private func keyValues(of values: [DatabaseValue]) throws -> [DatabaseValue] {
    let key = Self.schema.keyPlaces.map { values[$0] }
    if key.contains(where: \.isNull) {
      throw RecordError(kind: .noKey, table: Self.schema.table, key: key)
    }
    return key
  }
}
