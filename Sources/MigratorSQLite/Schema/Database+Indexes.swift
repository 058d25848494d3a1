import CSQLite3

extension Database {
  /// Returns the collation that a column of a table is declared with.
  ///
  /// - Parameters:
  ///   - column: The name of the column; upper and lower case are the same.
  ///   - table: The table's name, likewise.
  ///   - schema: The schema's name.
  /// - Returns: The name of the collation as the table's text has it, `BINARY` where it names none.
  /// - Throws: ``DatabaseError`` when there is no such column of a table.
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
  /// Indexes on expressions or the rowid, which no list of columns can tell, are left out.
  ///
  /// - Parameters:
  ///   - table: The name; upper and lower case are the same.
  ///   - schema: The schema's name; `nil` looks in temp, main, attached databases.
  /// - Returns: The indexes, those of constraints included, the newest first as SQLite tells them.
  /// - Throws: ``DatabaseError`` `no such table` or `no such schema`.
  /// - Source: <https://www.sqlite.org/pragma.html#pragma_index_list>
  public func indexes(on table: String, in schema: String? = nil) throws -> [IndexInfo] {
    let schema = try schemaName(ofTable: table, in: schema)
    let rows = try Row.fetchAll(
      self,
      sql: """
        SELECT name, "unique", origin, partial FROM pragma_index_list(?, ?) ORDER BY seq
        """, arguments: [table, schema])
    return try rows.compactMap { row in
      let name = try row.decode(String.self, atIndex: 0)
      let columns = try Optional<String>.fetchAll(
        self, sql: "SELECT name FROM pragma_index_info(?, ?) ORDER BY seqno",
        arguments: [name, schema])
      guard !columns.contains(nil) else { return nil }
      return IndexInfo(
        name: name, columns: columns.compactMap { $0 }, isUnique: try row.decode(atIndex: 1),
        origin: IndexInfo.Origin(rawValue: try row.decode(atIndex: 2)),
        isPartial: try row.decode(atIndex: 3))
    }
  }

  /// Returns whether columns, in any order, can tell the rows of a table apart.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - columns: The columns; upper and lower case are the same.
  /// - Returns: Whether the primary key, the rowid, or the columns of a unique index on all rows are
  ///   among them; a view has none of these.
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
