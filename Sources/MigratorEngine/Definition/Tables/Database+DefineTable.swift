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

  /// Creates a table, with options as Boolean parameters.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - temporary: `true` for a temporary table, which exists only for the connection.
  ///   - ifNotExists: `true` to do nothing if the table exists.
  ///   - withoutRowID: `true` for a table without a rowid.
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
  /// The changes run in order and stop at the first failure. Earlier changes are kept until the
  /// enclosing transaction is rolled back.
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

  /// Renames a table, including its uses in foreign keys, triggers and views.
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
  /// If foreign keys are enforced, SQLite first deletes the rows and applies the foreign key
  /// actions in other tables.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - options: `.ifExists` to do nothing if the table does not exist.
  /// - Throws: `DatabaseError`.
  public func drop(table name: String, options: DropOptions = []) throws {
    try execute(sql: "DROP TABLE \(options.clause)\(name.quotedDatabaseIdentifier)")
  }
}

extension DropOptions {
  var clause: String { contains(.ifExists) ? "IF EXISTS " : "" }
}
