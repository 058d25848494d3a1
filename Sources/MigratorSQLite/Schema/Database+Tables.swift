extension Database {
  /// Returns the columns of a table or view, as returned by `SELECT *`.
  ///
  /// - Parameters:
  ///   - table: The name (case-insensitive).
  ///   - schema: The schema's name; `nil` searches temp, main, then attached databases.
  /// - Returns: The columns in order, including generated columns.
  /// - Throws: ``DatabaseError`` `no such table` if it has no columns, or `no such schema`.
  public func columns(in table: String, in schema: String? = nil) throws -> [ColumnInfo] {
    let schema = try schema.map(existingSchema)
    // Table-valued functions have columns, but no entry in a schema table.
    let columns = try allColumns(of: table, in: schema).filter { !$0.isHidden }
    if columns.isEmpty { throw DatabaseError(message: "no such table: \(table)") }
    return columns
  }

  /// Returns the primary key of a table.
  ///
  /// - Parameters:
  ///   - table: The name (case-insensitive).
  ///   - schema: The schema's name; `nil` searches temp, main, then attached databases.
  /// - Returns: The key.
  /// - Throws: ``DatabaseError`` `no such table`, `no such schema`, or an error for a view.
  public func primaryKey(_ table: String, in schema: String? = nil) throws -> PrimaryKeyInfo {
    if try !tableExists(table, in: schema), try viewExists(table, in: schema) {
      throw DatabaseError(message: "database view \(table) has no primary key")
    }
    let schema = try schemaName(ofTable: table, in: schema)
    let key = try columns(in: table, in: schema).primaryKey.map(\.name)
    if key.isEmpty {
      return PrimaryKeyInfo(columns: ["rowid"], tableHasRowID: true, isDeclared: false)
    }
    // A rowid alias has no index of its own.
    guard let index = try allIndexes(on: table, in: schema).primaryKey else {
      return PrimaryKeyInfo(columns: key, tableHasRowID: true, rowIDColumn: key.first)
    }
    return PrimaryKeyInfo(columns: key, tableHasRowID: index.endsWithRowID, rowIDColumn: nil)
  }
}
