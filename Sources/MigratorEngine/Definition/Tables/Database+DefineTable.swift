public import MigratorSQLite

extension Database {
  /// Creates a table.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - options: The options.
  ///   - body: Defines the table.
  /// - Throws: The error of the closure, `SchemaDefinitionError`, or `DatabaseError`.
  public func create(
    table name: String, options: TableOptions = [], body: (TableDefinition) throws -> Void
  ) throws {
    let definition = TableDefinition(name: name, options: options)
    try body(definition)
    for statement in try TableWriter(definition, self).statements {
      try execute(sql: statement)
    }
  }

  /// Creates a table, with options as they were once given.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - temporary: Whether the table goes with the connection.
  ///   - ifNotExists: Whether nothing happens when the table exists.
  ///   - withoutRowID: Whether the table has no rowid.
  ///   - body: Defines the table.
  /// - Throws: The error of the closure, `SchemaDefinitionError`, or `DatabaseError`.
  @_disfavoredOverload
  public func create(
    table name: String, temporary: Bool = false, ifNotExists: Bool = false,
    withoutRowID: Bool = false, body: (TableDefinition) throws -> Void
  ) throws {
    var options: TableOptions = []
    if temporary { options.insert(.temporary) }
    if ifNotExists { options.insert(.ifNotExists) }
    if withoutRowID { options.insert(.withoutRowID) }
    try create(table: name, options: options, body: body)
  }

  /// Changes a table.
  ///
  /// The changes are carried out one after the other; the first that fails ends it, and those
  /// before it stay, until the transaction around them is rolled back.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - body: Defines the changes.
  /// - Throws: The error of the closure, `SchemaDefinitionError`, or `DatabaseError`.
  public func alter(table name: String, body: (TableAlteration) throws -> Void) throws {
    let alteration = TableAlteration(name: name)
    try body(alteration)
    try alteration.run(self)
  }

  /// Renames a table, also where foreign keys, triggers and views use it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - newName: The new name.
  /// - Throws: `DatabaseError`.
  public func rename(table name: String, to newName: String) throws {
    try execute(
      sql: "ALTER TABLE \(name.quotedDatabaseIdentifier) "
        + "RENAME TO \(newName.quotedDatabaseIdentifier)")
  }

  /// Drops a table with its rows, indexes and triggers.
  ///
  /// While foreign keys are enforced, its rows are deleted first, with all that their deletion
  /// brings about in other tables.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - options: `.ifExists` to do nothing when there is no such table.
  /// - Throws: `DatabaseError`.
  public func drop(table name: String, options: DropOptions = []) throws {
    try execute(sql: "DROP TABLE \(options.clause)\(name.quotedDatabaseIdentifier)")
  }
}

extension DropOptions {
  /// `IF EXISTS `, or nothing.
  var clause: String { contains(.ifExists) ? "IF EXISTS " : "" }
}
