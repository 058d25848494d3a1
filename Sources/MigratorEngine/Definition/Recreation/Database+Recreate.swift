public import MigratorSQLite

extension Database {
  /// Gives a table a new definition that `ALTER TABLE` cannot produce, and keeps its rows.
  ///
  /// Performs the twelve steps of SQLite's documentation in one call:
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
  /// Columns are copied by name, and rowids are kept. Columns that the new definition lacks are
  /// dropped. Indexes and triggers of the table are re-created. Views, and triggers and foreign
  /// keys of other tables, are unchanged. `AUTOINCREMENT` continues its sequence. If an index, view
  /// or trigger no longer works, the error names it, and nothing is changed.
  ///
  /// A migration with deferred foreign key checks, the default, checks foreign keys at its end.
  /// Outside a transaction, this method checks the table and those that refer to it. In a
  /// transaction that enforces foreign keys, triggers protect the rows of child tables meanwhile,
  /// and SQLite checks the keys at the end (`PRAGMA defer_foreign_keys`).
  ///
  /// - Parameters:
  ///   - name: The table, in the database `main` or a temporary one.
  ///   - options: The options of the new table: `.strict`, `.withoutRowID`. Those of the old table
  ///     are not inherited.
  ///   - values: SQL expressions over the old row, by the names of the new columns.
  ///     `["fullName": "name"]` renames a column.
  ///   - body: Defines the new table.
  /// - Throws: The error of the closure, `SchemaDefinitionError`, or `DatabaseError`, for example
  ///   if a row violates a new constraint. In that case, nothing is changed.
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
      // Throw the first error. Setting the flag needs neither a lock nor the file.
      try? execute(sql: "PRAGMA foreign_keys = ON")
      throw error
    }
    // > 12. If foreign keys constraints were originally enabled, reenable them now.
    try execute(sql: "PRAGMA foreign_keys = ON")
  }
}
