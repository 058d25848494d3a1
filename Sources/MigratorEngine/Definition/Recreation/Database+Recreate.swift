public import MigratorSQLite

extension Database {
  /// Gives a table a new definition that `ALTER TABLE` cannot give it, and keeps its rows.
  ///
  /// These are the twelve steps of SQLite's documentation, as one call:
  ///
  /// ```swift
  /// migrator.registerMigration("Players need a name") { db in
  ///   try db.recreate(table: "player", setting: ["name": "coalesce(name, '')"]) { t in
  ///     t.autoIncrementedPrimaryKey("id")
  ///     t.column("name", .text).notNull()
  ///   }
  /// }
  /// ```
  ///
  /// Rows are copied column by column, by name; columns that the new definition lacks are left
  /// behind, rowids stay. Indexes and triggers of the table are made anew as they were, views and
  /// other tables' triggers and foreign keys stay as they are, and `AUTOINCREMENT` goes on where it
  /// was. When an index, a view or a trigger cannot work any more, an error says which, and nothing
  /// changes.
  ///
  /// Inside a migration with deferred foreign key checks, which is the default, the migration
  /// checks foreign keys at its end. Outside a transaction this does so itself, for the table and
  /// those that refer to it. Inside a transaction in which foreign keys are enforced, only a table
  /// to which no foreign key refers can be recreated.
  ///
  /// - Parameters:
  ///   - name: The table, of the database `main` or a temporary one.
  ///   - options: The options of the new table: `.strict`, `.withoutRowID`; none is inherited.
  ///   - values: Expressions over the old row for columns of the new one, by the names of the
  ///     latter. `["fullName": "name"]` renames a column.
  ///   - body: Defines the new table.
  /// - Throws: The error of the closure, `SchemaDefinitionError`, or `DatabaseError`, for instance
  ///   when a row violates a new constraint; nothing is changed then.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  /// - Source: <https://www.sqlite.org/lang_altertable.html#otheralter>.
  public func recreate(
    table name: String, options: TableOptions = [], setting values: [String: SQL] = [:],
    body: (TableDefinition) throws -> Void
  ) throws {
    let enforced = try enforcesForeignKeys()
    let recreation = try TableRecreation(
      self, table: name, options: options, values: values, body: body)
    guard enforced && !isInsideTransaction else {
      return try inSavepoint {
        try recreation.run(enforcesForeignKeys: enforced)
        return .commit
      }
    }
    // > 1. If foreign key constraints are enabled, disable them using PRAGMA foreign_keys=OFF.
    try execute(sql: "PRAGMA foreign_keys = OFF")
    do {
      // > 2. Start a transaction.
      try inTransaction(.immediate) {
        try recreation.run(enforcesForeignKeys: false)
        // > 10. … run PRAGMA foreign_key_check to verify that the schema change did not break any
        // > foreign key constraints.
        try recreation.checkForeignKeys()
        // > 11. Commit the transaction started in step 2.
        return .commit
      }
    } catch {
      // The first error is the one to tell; setting the flag needs neither lock nor file.
      try? execute(sql: "PRAGMA foreign_keys = ON")
      throw error
    }
    // > 12. If foreign keys constraints were originally enabled, reenable them now.
    try execute(sql: "PRAGMA foreign_keys = ON")
  }
}
