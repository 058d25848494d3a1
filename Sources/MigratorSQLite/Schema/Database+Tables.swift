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
    let rows = try Row.fetchAll(
      self,
      sql: "SELECT * FROM pragma_table_xinfo(?\(schema == nil ? "" : ", ?"))"
        + " WHERE hidden <> 1 ORDER BY cid",
      arguments: StatementArguments([table] + [schema].compactMap { $0 }))
    if rows.isEmpty { throw DatabaseError(message: "no such table: \(table)") }
    return rows.map { row in
      ColumnInfo(
        name: row["name"] ?? "", type: row["type"] ?? "", isNotNull: row["notnull"] ?? false,
        defaultValueSQL: row["dflt_value"], primaryKeyIndex: row["pk"] ?? 0,
        isGenerated: (row["hidden"] ?? 0) > 1)
    }
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
    let columns = try columns(in: table, in: schema)
    let key = columns.filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }.map(\.name)
    if key.isEmpty {
      return PrimaryKeyInfo(columns: ["rowid"], tableHasRowID: true, isDeclared: false)
    }
    let keyIndex = try String.fetchOne(
      self, sql: "SELECT name FROM pragma_index_list(?, ?) WHERE origin = 'pk'",
      arguments: [table, schema])
    // A rowid alias has no index of its own.
    guard let keyIndex else {
      return PrimaryKeyInfo(columns: key, tableHasRowID: true, rowIDColumn: key.first)
    }
    // > every index of a rowid table ends with the rowid, whose cid is -1
    let rowIDs = try Int.fetchOne(
      self, sql: "SELECT count(*) FROM pragma_index_xinfo(?, ?) WHERE cid = -1",
      arguments: [keyIndex, schema])
    return PrimaryKeyInfo(columns: key, tableHasRowID: rowIDs != 0, rowIDColumn: nil)
  }
}
