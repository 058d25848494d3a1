extension Database {
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
      try key.resolved { try primaryKey(key.destinationTable, in: schema).columns }
    }
  }
}
