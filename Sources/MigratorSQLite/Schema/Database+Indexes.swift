import CSQLite3

extension Database {
  /// Returns the collation with which a column of a table is declared.
  ///
  /// - Parameters:
  ///   - column: The name of the column (case-insensitive).
  ///   - table: The table's name (case-insensitive).
  ///   - schema: The schema's name.
  /// - Returns: The name of the collation as spelled in the table's SQL, or `BINARY` by default.
  /// - Throws: ``DatabaseError`` if the column or the table does not exist.
  package func declaredCollation(
    of column: String, in table: String, schema: String
  ) throws -> String {
    var name: UnsafePointer<CChar>?
    try check(
      sqlite3_table_column_metadata(
        connection, schema, table, column, nil, &name, nil, nil, nil))
    return name.map { String(cString: $0) } ?? "BINARY"
  }

  /// Returns the indexes on columns of a table.
  ///
  /// Indexes on expressions or the rowid are omitted, because they have no list of columns.
  ///
  /// - Parameters:
  ///   - table: The name (case-insensitive).
  ///   - schema: The schema's name; `nil` searches temp, main, then attached databases.
  /// - Returns: The indexes, including those of constraints, in SQLite's order: newest first.
  /// - Throws: ``DatabaseError`` `no such table` or `no such schema`.
  /// - Source: <https://www.sqlite.org/pragma.html#pragma_index_list>
  public func indexes(on table: String, in schema: String? = nil) throws -> [IndexInfo] {
    let schema = try schemaName(ofTable: table, in: schema)
    return try allIndexes(on: table, in: schema).filter(\.isOnColumns)
  }

  /// Returns true if columns, in any order, identify the rows of a table.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - columns: The columns (case-insensitive).
  /// - Returns: `true` if they include the primary key, the rowid, or the columns of a unique index
  ///   that is not partial; `false` for a view.
  /// - Throws: ``DatabaseError`` `no such table`.
  public func table(
    _ table: String, hasUniqueKey columns: some Collection<String>
  ) throws -> Bool {
    let wanted = Set(columns.map(SQLName.init(_:)))
    if try !tableExists(table), try viewExists(table) { return false }
    let key = try primaryKey(table)
    let indexes = try indexes(on: table).filter { $0.isUnique && !$0.isPartial }
    return ([key.columns] + indexes.map(\.columns)).contains {
      wanted.isSuperset(of: $0.map(SQLName.init(_:)))
    } || (key.tableHasRowID && wanted.contains("rowid"))
  }
}
