/// A foreign key as declared by its table, without resolving the parent table.
package struct DeclaredForeignKey: Sendable, Hashable {
  /// The id of `PRAGMA foreign_key_list`.
  package let id: Int
  package let destination: String
  /// The columns of the key, in declaration order.
  package let columns: [String]
  /// The parent columns, in the order of the key; `nil` means the primary key.
  package let destinationColumns: [String]?
  package let onDelete: String
  package let onUpdate: String
}

extension Database {
  /// Returns the foreign keys that a table declares, in the order of their ids.
  ///
  /// - Parameters:
  ///   - table: The name; a missing table has no foreign keys.
  ///   - schema: The schema's name.
  /// - Returns: The foreign keys.
  /// - Throws: ``DatabaseError``.
  package func declaredForeignKeys(
    on table: String, in schema: String
  ) throws -> [DeclaredForeignKey] {
    let rows = try Row.fetchAll(
      self,
      sql: """
        SELECT id, "table", "from", "to", on_delete, on_update
        FROM pragma_foreign_key_list(?, ?) ORDER BY id, seq
        """, arguments: [table, schema])
    let byID = try Dictionary(grouping: rows) { try $0.decode(Int.self, atIndex: 0) }
    return try byID.sorted { $0.key < $1.key }.map { id, rows in
      let named = try rows.compactMap { try $0.decode(String?.self, atIndex: 3) }
      return DeclaredForeignKey(
        id: id, destination: try rows[0].decode(atIndex: 1),
        columns: try rows.map { try $0.decode(atIndex: 2) },
        destinationColumns: named.count == rows.count ? named : nil,
        onDelete: try rows[0].decode(atIndex: 4), onUpdate: try rows[0].decode(atIndex: 5))
    }
  }

  /// Returns the foreign keys of a table, in the order of their ids.
  ///
  /// - Parameters:
  ///   - table: The name.
  ///   - schema: The schema's name; `nil` searches all.
  /// - Returns: The foreign keys; implicit destination columns are resolved to the primary key of
  ///   the destination.
  /// - Throws: ``DatabaseError`` `no such table`, also for a missing destination with implicit
  ///   columns.
  public func foreignKeys(on table: String, in schema: String? = nil) throws -> [ForeignKeyInfo] {
    let schema = try schemaName(ofTable: table, in: schema)
    return try declaredForeignKeys(on: table, in: schema).map { key in
      // > the parent is looked for in the schema of the child
      let columns =
        try key.destinationColumns ?? primaryKey(key.destination, in: schema).columns
      return ForeignKeyInfo(
        id: key.id, destinationTable: key.destination,
        mapping: zip(key.columns, columns).map { (origin: $0, destination: $1) },
        onDelete: key.onDelete, onUpdate: key.onUpdate)
    }
  }
}
