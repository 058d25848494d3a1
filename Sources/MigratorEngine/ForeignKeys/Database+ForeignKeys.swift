public import MigratorSQLite

/// A lazy cursor over the foreign-key violations of a database.
public final class ForeignKeyViolationCursor: Cursor {
  private let rows: RowCursor
  private let schema: String

  init(_ rows: RowCursor, schema: String) {
    self.rows = rows
    self.schema = schema
  }

  /// Returns the next violation, or `nil` at the end.
  public func next() throws -> ForeignKeyViolation? {
    try rows.next().map { try ForeignKeyViolation(row: $0, schemaName: schema) }
  }
}

extension Database {
  /// Returns a lazy cursor over the foreign-key violations of the database `main`.
  ///
  /// - Returns: The cursor, valid within the database access.
  /// - Throws: `DatabaseError`. The cursor also throws it if the parent table of a foreign key has
  ///   no matching primary key or unique index (`foreign key mismatch`).
  /// - Complexity: One lookup for each row of each table with foreign keys, spread over the
  ///   iteration.
  public func foreignKeyViolations() throws -> ForeignKeyViolationCursor {
    ForeignKeyViolationCursor(
      try Row.fetchCursor(self, sql: "PRAGMA foreign_key_check"), schema: "main")
  }

  /// Returns the tables that have violations, found by one check of all tables.
  ///
  /// For many small tables, this is far cheaper than one check per table. The result is `nil` if
  /// the check takes too many steps, or if SQLite cannot check a foreign key.
  func tablesWithViolations(kiloStepsPerTable: Int) throws -> Set<SQLName>? {
    if kiloStepsPerTable == 0 { return nil }
    let count = try Int.fetchOne(
      self,
      sql: """
        SELECT count(*) FROM main.sqlite_master
        WHERE type = 'table' AND instr(lower(sql), 'references')
        """)
    do {
      return try limited(toKiloSteps: kiloStepsPerTable * (count ?? 0)) {
        var tables: Set<SQLName> = []
        let violations = try foreignKeyViolations()
        while let violation = try violations.next() {
          tables.insert(SQLName(violation.originTable))
        }
        return tables
      }
    } catch  where error.isReadFailure {
      // The later check of the table that caused the error reports the proper message. SQLite
      // reports a damaged page only when it loads the page, so the page must not remain in the
      // cache.
      try execute(sql: "PRAGMA shrink_memory")
      return nil
    }
  }

  /// Returns a lazy cursor over the foreign-key violations of a table's rows.
  ///
  /// - Parameters:
  ///   - table: The child table; case does not matter.
  ///   - schema: The schema of the table, or `nil` for the first of temp, main and the attached
  ///     databases that contains the table.
  /// - Returns: The cursor, valid within the database access.
  /// - Throws: `DatabaseError` SQLITE_ERROR `no such table: …` or `no such schema: …`.
  public func foreignKeyViolations(
    in table: String, in schema: String? = nil
  ) throws -> ForeignKeyViolationCursor {
    try foreignKeyViolations(
      inKnown: table, schema: schemaName(ofTable: table, in: schema))
  }

  /// Returns the violations of a table that is known to exist.
  ///
  /// Avoids the search for the table, which reads the whole schema.
  package func foreignKeyViolations(
    inKnown table: String, schema: String
  ) throws -> ForeignKeyViolationCursor {
    ForeignKeyViolationCursor(
      try Row.fetchCursor(self, sql: Self.foreignKeyCheck(of: table, schema: schema)),
      schema: schema)
  }

  /// SQLite's own check of a table's rows: table, rowid, parent, fkid.
  static func foreignKeyCheck(of table: String, schema: String) -> String {
    "PRAGMA \(schema.quotedDatabaseIdentifier)"
      + ".foreign_key_check(\(table.quotedDatabaseIdentifier))"
  }

  /// Throws if a row of a table violates a foreign key.
  ///
  /// - Parameters:
  ///   - table: The child table.
  ///   - schema: The schema of the table, or `nil` to search for it.
  /// - Throws: The first violation as `DatabaseError` SQLITE_CONSTRAINT_FOREIGNKEY; SQLITE_ERROR
  ///   `no such table: …` or `no such schema: …`.
  public func checkForeignKeys(in table: String, in schema: String? = nil) throws {
    let violation = try foreignKeyViolations(in: table, in: schema).next()
    if let violation { throw violation.databaseError(self) }
  }
}
