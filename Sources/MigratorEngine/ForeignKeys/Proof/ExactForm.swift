internal import MigratorSQLite

/// SQLite's own check of one foreign key as a query, for where a table has others that are proven.
struct ExactForm {
  let key: ForeignKeyOutline
  let parentKey: ProbedKey

  /// The query for the violations among all rows, or those that a condition on the child `c`
  /// selects.
  func query(where condition: String? = nil) -> String {
    "SELECT 1 FROM main.\(key.table.quotedDatabaseIdentifier) AS c WHERE "
      + (condition.map { "\($0) AND " } ?? "") + self.condition
  }

  /// Whether the row of the child `c` violates the foreign key, as SQL text.
  var condition: String {
    parentKey.violation(
      by: "c", columns: key.columns, of: "main.\(key.parent.quotedDatabaseIdentifier)")
  }

  /// Whether no row, or none that a condition on the child `c` selects, violates the foreign key.
  func isClean(where condition: String? = nil, in db: Database) throws -> Bool {
    try Row.fetchOne(db, sql: query(where: condition) + " LIMIT 1") == nil
  }
}

extension ProbedKey {
  /// Finds the key, or `nil` where it cannot be told.
  static func find(
    for key: ForeignKeyOutline, in rows: SchemaRows, _ catalog: ForeignKeyCatalog, _ db: Database
  ) throws -> ProbedKey? {
    guard let entry = rows.table(key.parentKey) else {
      return rows.entries[key.parentKey] == nil ? .missing : nil
    }
    return try find(
      in: entry.name, columns: key.parentColumns, count: key.columns.count, catalog, db)
  }
}
