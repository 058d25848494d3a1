package struct TableListEntry {
  package let name: String
  /// `table`, `view`, `virtual` or `shadow`.
  package let type: String
  package let isWithoutRowID: Bool
  package let isStrict: Bool
}

package enum TableListFilter {
  case all
  case named(String)
  case withoutRowID
  case shadow
}

// All queries of the schema pragmas are in this extension.
extension Database {
  /// Returns rows of `PRAGMA table_list`.
  ///
  /// - Complexity: O(*n*) in the number of tables of all schemas, whatever the filter.
  package func tableList(
    in schema: String, _ filter: TableListFilter = .all
  ) throws -> [TableListEntry] {
    var (name, condition): (String?, String) = (nil, "")
    switch filter {
    case .all: break
    case .named(let table): name = table
    case .withoutRowID: condition = " AND wr"
    case .shadow: condition = " AND type = 'shadow'"
    }
    return try Row.fetchAll(
      self,
      sql: "SELECT name, type, wr, strict FROM pragma_table_list\(name == nil ? "" : "(?)")"
        + " WHERE schema = ?\(condition)",
      arguments: StatementArguments([name, schema].compactMap { $0 })
    ).map { row in
      TableListEntry(
        name: try row.decode(atIndex: 0), type: try row.decode(atIndex: 1),
        isWithoutRowID: try row.decode(atIndex: 2), isStrict: try row.decode(atIndex: 3))
    }
  }

  /// Returns all columns of a table, view or table-valued function, including hidden ones.
  ///
  /// - Parameters:
  ///   - table: The name; if no table has that name, there are no columns.
  ///   - schema: The schema's name; `nil` searches temp, main, then attached databases.
  /// - Returns: The columns, in order.
  /// - Throws: ``DatabaseError``, for example for a view that cannot be compiled.
  package func allColumns(of table: String, in schema: String?) throws -> [ColumnInfo] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT name, type, "notnull", dflt_value, pk, hidden
        FROM pragma_table_xinfo(?\(schema == nil ? "" : ", ?")) ORDER BY cid
        """, arguments: StatementArguments([table, schema].compactMap { $0 })
    ).map { row in
      let hidden = try row.decode(Int.self, atIndex: 5)
      return ColumnInfo(
        name: try row.decode(atIndex: 0), type: try row.decode(String?.self, atIndex: 1) ?? "",
        isNotNull: try row.decode(atIndex: 2), defaultValueSQL: try row.decode(atIndex: 3),
        primaryKeyIndex: try row.decode(atIndex: 4), isGenerated: hidden > 1,
        isHidden: hidden == 1)
    }
  }

  /// Returns the names of the columns of stored tables, except generated ones, in one query.
  ///
  /// - Parameters:
  ///   - schema: The schema's name.
  ///   - table: The only table to read; `nil` reads all.
  /// - Returns: The tables with their columns, in storage order.
  /// - Throws: ``DatabaseError``.
  package func columnNames(
    in schema: String, ofTable table: String? = nil
  ) throws -> [(table: String, column: String)] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT m.name, c.name
        FROM \(schema.quotedDatabaseIdentifier).sqlite_master AS m, pragma_table_info(m.name, ?1) AS c
        WHERE m.type = 'table' AND m.rootpage > 0 AND (?2 IS NULL OR m.name = ?2 COLLATE NOCASE)
        """, arguments: [schema, table]
    ).map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) }
  }

  /// Returns all indexes of a table, including those on expressions.
  ///
  /// - Parameters:
  ///   - table: The name; a missing table has no indexes.
  ///   - schema: The schema's name.
  /// - Returns: The indexes in SQLite's order: newest first.
  /// - Throws: ``DatabaseError``.
  package func allIndexes(on table: String, in schema: String) throws -> [IndexInfo] {
    let rows = try Row.fetchAll(
      self,
      sql: """
        SELECT l.seq, l.name, l."unique", l.origin, l.partial, x.name, x.coll, x.key, x.cid
        FROM pragma_index_list(?1, ?2) AS l, pragma_index_xinfo(l.name, ?2) AS x
        ORDER BY l.seq, x.seqno
        """, arguments: [table, schema])
    var indexes: [IndexInfo] = []
    var last: Int?
    for row in rows {
      let place = try row.decode(Int.self, atIndex: 0)
      if place != last {
        indexes.append(
          IndexInfo(
            name: try row.decode(atIndex: 1), isUnique: try row.decode(atIndex: 2),
            origin: IndexInfo.Origin(rawValue: try row.decode(atIndex: 3)),
            isPartial: try row.decode(atIndex: 4)))
        last = place
      }
      indexes[indexes.count - 1].elements.append(
        IndexInfo.Element(
          column: try row.decode(atIndex: 5), collation: try row.decode(atIndex: 6),
          isKey: try row.decode(atIndex: 7), isRowID: try row.decode(Int.self, atIndex: 8) == -1))
    }
    return indexes
  }

  /// Returns the foreign keys that a table declares, in the order of their ids.
  ///
  /// - Parameters:
  ///   - table: The name; a missing table has no foreign keys.
  ///   - schema: The schema's name.
  /// - Returns: The foreign keys; for those that name no parent columns, the list of these columns
  ///   is empty.
  /// - Throws: ``DatabaseError``.
  package func declaredForeignKeys(
    on table: String, in schema: String
  ) throws -> [ForeignKeyInfo] {
    try foreignKeys(
      of: """
        SELECT ?1, id, "table", "from", "to", on_delete, on_update
        FROM pragma_foreign_key_list(?1, ?2) ORDER BY id, seq
        """, arguments: [table, schema])
  }

  /// Returns the foreign keys that all tables of a schema declare, in one query.
  ///
  /// - Parameters:
  ///   - schema: The schema's name.
  ///   - parent: The only parent table of interest; `nil` for all.
  /// - Returns: The foreign keys, in the order of their tables' names.
  /// - Throws: ``DatabaseError``.
  package func declaredForeignKeys(
    in schema: String, to parent: String? = nil
  ) throws -> [ForeignKeyInfo] {
    try foreignKeys(
      of: """
        SELECT m.name, f.id, f."table", f."from", f."to", f.on_delete, f.on_update
        FROM \(schema.quotedDatabaseIdentifier).sqlite_master AS m,
          pragma_foreign_key_list(m.name, ?1) AS f
        WHERE m.type = 'table' AND (?2 IS NULL OR f."table" = ?2 COLLATE NOCASE)
        ORDER BY m.name, f.id, f.seq
        """, arguments: [schema, parent])
  }

  /// Returns the names of the tables that declare foreign keys, sorted.
  package func tablesWithForeignKeys(in schema: String) throws -> [String] {
    try String.fetchAll(
      self,
      sql: """
        SELECT name FROM \(schema.quotedDatabaseIdentifier).sqlite_master
        WHERE type = 'table' AND EXISTS (SELECT 1 FROM pragma_foreign_key_list(name, ?))
        ORDER BY name
        """, arguments: [schema])
  }

  /// Reads foreign keys from rows of table, id, parent table, column, parent column and actions.
  private func foreignKeys(
    of sql: String, arguments: StatementArguments
  ) throws -> [ForeignKeyInfo] {
    var keys: [ForeignKeyInfo] = []
    for row in try Row.fetchAll(self, sql: sql, arguments: arguments) {
      let table = try row.decode(String.self, atIndex: 0)
      let id = try row.decode(Int.self, atIndex: 1)
      if keys.last?.id != id || keys.last?.originTable.hasSameBytes(as: table) != true {
        keys.append(
          ForeignKeyInfo(
            originTable: table, destinationTable: try row.decode(atIndex: 2), id: id,
            originColumns: [], destinationColumns: [], onDelete: try row.decode(atIndex: 5),
            onUpdate: try row.decode(atIndex: 6)))
      }
      keys[keys.count - 1].add(
        column: try row.decode(atIndex: 3),
        destinationColumn: try row.decode(String?.self, atIndex: 4))
    }
    return keys
  }
}
