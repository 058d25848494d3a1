internal import MigratorSQLite

/// SQLite's own check of one foreign key as a query, for tables whose other keys are proven.
struct ViolationQuery {
  let key: ForeignKeyInfo
  let parentKey: ParentLookup

  /// Returns the query for violations, among all rows or those that match a condition on `c`.
  func query(where condition: String? = nil) -> String {
    "SELECT 1 FROM main.\(key.originTable.quotedDatabaseIdentifier) AS c WHERE "
      + (condition.map { "\($0) AND " } ?? "") + self.condition
  }

  /// The SQL condition that is true if the row of the child `c` violates the foreign key.
  var condition: String {
    parentKey.violation(
      by: "c", columns: key.originColumns,
      of: "main.\(key.destinationTable.quotedDatabaseIdentifier)")
  }

  /// Returns `true` if no row that matches a condition on the child `c` violates the foreign key.
  func isClean(where condition: String? = nil, in db: Database) throws -> Bool {
    try Row.fetchOne(db, sql: query(where: condition) + " LIMIT 1") == nil
  }
}

extension ParentLookup {
  /// Finds the parent key; `nil` if it is unknown.
  static func find(
    for key: ForeignKeyInfo, in rows: SchemaRows, _ catalog: ForeignKeyCatalog,
    _ db: Database
  ) throws -> ParentLookup? {
    guard let entry = rows.table(key.parentKey) else {
      return rows.entries[key.parentKey] == nil ? .missing : nil
    }
    return try find(
      in: entry.name, columns: key.declaredDestinationColumns, count: key.originColumns.count,
      catalog, db)
  }
}
