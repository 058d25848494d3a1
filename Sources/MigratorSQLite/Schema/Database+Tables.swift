extension Database {
  /// Returns the columns of a table or view.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema's name; `nil` looks in all.
  /// - Returns: The columns in order, hidden and generated ones included.
  /// - Throws: ``DatabaseError`` `no such table` when there are none.
  public func columns(in table: String, in schema: String? = nil) throws -> [ColumnInfo] {
    let rows =
      if let schema {
        try Row.fetchAll(
          self, sql: "SELECT * FROM pragma_table_xinfo(?, ?)", arguments: [table, schema])
      } else {
        try Row.fetchAll(self, sql: "SELECT * FROM pragma_table_xinfo(?)", arguments: [table])
      }
    if rows.isEmpty { throw DatabaseError(message: "no such table: \(table)") }
    return rows.map { row in
      let hidden: Int = row["hidden"] ?? 0
      return ColumnInfo(
        name: row["name"] ?? "", type: row["type"] ?? "", isNotNull: row["notnull"] ?? false,
        defaultValueSQL: row["dflt_value"], primaryKeyIndex: row["pk"] ?? 0,
        isHidden: hidden == 1, isGenerated: hidden > 1)
    }
  }

  /// Returns the primary key of a table.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema's name; `nil` looks in all.
  /// - Returns: The key.
  /// - Throws: ``DatabaseError`` `no such table`.
  public func primaryKey(_ table: String, in schema: String? = nil) throws -> PrimaryKeyInfo {
    let schema = try schemaName(ofTable: table, in: schema)
    let columns = try columns(in: table, in: schema)
    let key = columns.filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }.map(\.name)
    if key.isEmpty {
      return PrimaryKeyInfo(columns: ["rowid"], tableHasRowID: true, rowIDColumn: nil)
    }
    let keyIndex = try String.fetchOne(
      self, sql: "SELECT name FROM pragma_index_list(?, ?) WHERE origin = 'pk'",
      arguments: [table, schema])
    // An alias of the rowid needs no index of its own.
    guard let keyIndex else {
      return PrimaryKeyInfo(columns: key, tableHasRowID: true, rowIDColumn: key.first)
    }
    // > every index of a rowid table ends with the rowid, whose cid is -1
    let rowIDs = try Int.fetchOne(
      self, sql: "SELECT count(*) FROM pragma_index_xinfo(?, ?) WHERE cid = -1",
      arguments: [keyIndex, schema])
    return PrimaryKeyInfo(columns: key, tableHasRowID: rowIDs != 0, rowIDColumn: nil)
  }

  /// Returns the foreign keys of a table, in the order of their ids.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema's name; `nil` looks in all.
  /// - Returns: The foreign keys; implicit destination columns are those of the destination's
  ///   primary key.
  /// - Throws: ``DatabaseError`` `no such table`, also for a missing destination whose columns are
  ///   implicit.
  public func foreignKeys(on table: String, in schema: String? = nil) throws -> [ForeignKeyInfo] {
    let schema = try schemaName(ofTable: table, in: schema)
    let rows = try Row.fetchAll(
      self, sql: "SELECT * FROM pragma_foreign_key_list(?, ?) ORDER BY id, seq",
      arguments: [table, schema])
    var keys: [ForeignKeyInfo] = []
    for row in rows {
      let id: Int = row["id"] ?? 0
      let origin: String = row["from"] ?? ""
      let destination: String? = row["to"]
      let previous = keys.last?.id == id ? keys.removeLast() : nil
      keys.append(
        ForeignKeyInfo(
          id: id, destinationTable: row["table"] ?? "",
          originColumns: (previous?.originColumns ?? []) + [origin],
          destinationColumns: (previous?.destinationColumns ?? [])
            + [destination].compactMap { $0 },
          onDelete: row["on_delete"] ?? "", onUpdate: row["on_update"] ?? ""))
    }
    return try keys.map { key in
      guard key.destinationColumns.isEmpty else { return key }
      return ForeignKeyInfo(
        id: key.id, destinationTable: key.destinationTable, originColumns: key.originColumns,
        destinationColumns: try primaryKey(key.destinationTable, in: schema).columns,
        onDelete: key.onDelete, onUpdate: key.onUpdate)
    }
  }
}
