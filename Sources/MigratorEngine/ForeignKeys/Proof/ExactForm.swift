internal import MigratorSQLite

/// SQLite's own check of one foreign key as a query, for where a table has others that are proven.
///
/// The parent stands on the left, so that its affinity is applied; the unary plus takes the child's
/// away; the collation is that of the parent's index, whatever the columns have.
struct ExactForm {
  let key: ForeignKeyOutline
  let parentKey: ProbedKey

  /// The query for the violations among the rows that a condition selects.
  ///
  /// - Parameter condition: The SQL text of a condition on the child `c`, or `nil` for all rows.
  /// - Returns: The SQL text.
  func query(where condition: String? = nil) -> String {
    "SELECT 1 FROM main.\(key.table.quotedDatabaseIdentifier) AS c WHERE "
      + (condition.map { "\($0) AND " } ?? "") + self.condition
  }

  /// Whether the row of the child `c` violates the foreign key, as SQL text.
  var condition: String {
    var sql = key.columns.map { "c.\($0.quotedDatabaseIdentifier) IS NOT NULL" }
      .joined(separator: " AND ")
    let parent = key.parent.quotedDatabaseIdentifier
    switch parentKey {
    case .missing:
      break
    case .rowID(let column):
      sql += """
         AND NOT EXISTS (SELECT 1 FROM main.\(parent) AS p
        WHERE p.\(column.quotedDatabaseIdentifier) = +c.\(key.columns[0].quotedDatabaseIdentifier))
        """
    case .index(let columns):
      let pairs = zip(columns, key.columns).map { column, child in
        "p.\(column.name.quotedDatabaseIdentifier) "
          + "COLLATE \(column.collation.quotedDatabaseIdentifier) "
          + "= +c.\(child.quotedDatabaseIdentifier)"
      }
      sql += " AND NOT EXISTS (SELECT 1 FROM main.\(parent) AS p WHERE "
      sql += pairs.joined(separator: " AND ") + ")"
    }
    return sql
  }

  /// Whether no row violates the foreign key.
  ///
  /// - Parameters:
  ///   - condition: The SQL text of a condition on the child `c`, or `nil` for all rows.
  ///   - db: A connection.
  /// - Returns: Whether it is so.
  /// - Throws: `DatabaseError`.
  func isClean(where condition: String? = nil, in db: Database) throws -> Bool {
    try Row.fetchOne(db, sql: query(where: condition) + " LIMIT 1") == nil
  }
}
