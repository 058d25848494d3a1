extension Database {
  /// Returns true if a table exists, including virtual tables.
  ///
  /// Names are case-insensitive.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - schema: The schema's name; `nil` searches all, temp first, as SQLite does.
  /// - Returns: `true` if it exists.
  /// - Throws: ``DatabaseError`` `no such schema`.
  public func tableExists(_ name: String, in schema: String? = nil) throws -> Bool {
    try schemaName(holding: name, .table, in: schema) != nil
  }

  /// Returns true if a view exists.
  ///
  /// Names are case-insensitive.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - schema: The schema's name; `nil` searches all.
  /// - Returns: `true` if it exists.
  /// - Throws: ``DatabaseError`` `no such schema`.
  public func viewExists(_ name: String, in schema: String? = nil) throws -> Bool {
    try schemaName(holding: name, .view, in: schema) != nil
  }

  /// Returns true if a trigger exists.
  ///
  /// Names are case-insensitive.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - schema: The schema's name; `nil` searches all.
  /// - Returns: `true` if it exists.
  /// - Throws: ``DatabaseError`` `no such schema`.
  public func triggerExists(_ name: String, in schema: String? = nil) throws -> Bool {
    try schemaName(holding: name, .trigger, in: schema) != nil
  }

  /// Returns the names of the schemas, in SQLite's name resolution order.
  ///
  /// - Returns: `temp` if it exists, `main`, then the attached databases.
  /// - Throws: ``DatabaseError``.
  public func schemaNames() throws -> [String] {
    let sql = "SELECT name FROM pragma_database_list ORDER BY seq = 1 DESC, seq"
    return try String.fetchAll(self, sql: sql)
  }

  /// Returns a schema's name unchanged if the schema exists (case-insensitive).
  ///
  /// Otherwise, it throws ``DatabaseError`` `no such schema`.
  func existingSchema(_ schema: String) throws -> String {
    // Every connection has these two; `temp` is listed only if it is in use.
    if (["main", "temp"] as [SQLName]).contains(SQLName(schema)) { return schema }
    guard try schemaNames().contains(where: { SQLName($0) == SQLName(schema) }) else {
      throw DatabaseError(message: "no such schema: \(schema)")
    }
    return schema
  }

  /// Returns the schema that holds a table.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - schema: The schema's name; `nil` searches all, temp first, as SQLite does.
  /// - Returns: The schema's name.
  /// - Throws: ``DatabaseError`` `no such table` or `no such schema`.
  public func schemaName(ofTable table: String, in schema: String? = nil) throws -> String {
    guard let found = try schemaName(holding: table, .table, in: schema) else {
      throw DatabaseError(message: "no such table: \(table)")
    }
    return found
  }

  private func schemaName(
    holding name: String, _ kind: SchemaObjectKind, in schema: String?
  ) throws -> String? {
    let candidates = try schema.map { [try existingSchema($0)] } ?? schemaNames()
    return try candidates.first { try hasSchemaRow(in: $0, where: [.kind(kind), .name(name)]) }
  }

  /// Returns the value of a pragma, or `nil` if it has none.
  ///
  /// - Parameter name: The name of the pragma; it is not escaped, so it must be trusted.
  /// - Returns: The first column of the first row.
  /// - Throws: ``DatabaseError``.
  public func get<Value: DatabaseValueConvertible>(pragma name: String) throws -> Value? {
    try Value.fetchOne(self, sql: "PRAGMA \(name)")
  }

  /// Returns the value of a pragma.
  ///
  /// ```swift
  /// let version = try db.get(pragma: "user_version", as: Int.self)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the pragma; it is not escaped, so it must be trusted.
  ///   - type: The type to convert to.
  /// - Returns: The first column of the first row.
  /// - Throws: ``DatabaseError``, also if the pragma is unknown or has no such value.
  public func get<Value: DatabaseValueConvertible>(
    pragma name: String, as type: Value.Type
  ) throws -> Value {
    guard let value: Value = try get(pragma: name) else {
      throw DatabaseError(message: "pragma \(name) has no value of type \(type)")
    }
    return value
  }

  /// Returns `PRAGMA user_version`.
  ///
  /// - Returns: The number.
  /// - Throws: ``DatabaseError``.
  public func userVersion() throws -> Int {
    try get(pragma: "user_version") ?? 0
  }

  /// Returns `PRAGMA schema_version`, which changes with every change of the schema.
  ///
  /// - Returns: The number.
  /// - Throws: ``DatabaseError``.
  public func schemaVersion() throws -> Int32 {
    try Int32.fetchOne(self, sql: "PRAGMA schema_version") ?? 0
  }

  /// Returns true if a name is reserved by SQLite.
  ///
  /// - Parameter tableName: The name.
  /// - Returns: `true` if it begins with `sqlite_` or `pragma_`.
  public static func isSQLiteInternalTable(_ tableName: String) -> Bool {
    tableName.hasPrefix("sqlite_") || tableName.hasPrefix("pragma_")
  }

  /// Returns true if a name is reserved by GRDB, for example for its ledger.
  ///
  /// - Parameter tableName: The name.
  /// - Returns: `true` if it begins with `grdb_`.
  public static func isGRDBInternalTable(_ tableName: String) -> Bool {
    tableName.hasPrefix("grdb_")
  }

  /// Returns an identifier in double quotes, with quotes in it doubled.
  ///
  /// - Parameter identifier: The name of a table, column or other object.
  /// - Returns: The quoted name.
  public static func quoted(_ identifier: String) -> String {
    identifier.quotedDatabaseIdentifier
  }
}
