internal import MigratorSQLite

/// SQLite's own check of one foreign key as a query, for where a table has others that are proven.
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
    Self.condition(
      child: "c", columns: key.columns, parent: "main.\(key.parent.quotedDatabaseIdentifier)",
      parentKey)
  }

  /// Whether a row violates a foreign key, as SQL text.
  ///
  /// The parent stands on the left, so that its affinity is applied; the unary plus takes the child's
  /// away; the collation is that of the parent's index, whatever the columns have.
  ///
  /// - Parameters:
  ///   - child: What the row goes by in the text.
  ///   - columns: The columns of the foreign key.
  ///   - parent: The table referred to, as SQL text.
  ///   - alias: What its rows go by in the text.
  ///   - parentKey: How they are looked up.
  ///   - hasLines: Whether each term has a line of its own, for a person to read.
  /// - Returns: The condition.
  /// - Source: <https://sqlite.org/foreignkeys.html>, section 3.
  static func condition(
    child: String, columns: [String], parent: String, as alias: String = "p",
    _ parentKey: ProbedKey, hasLines: Bool = false
  ) -> String {
    let columns = columns.map { "\(child).\($0.quotedDatabaseIdentifier)" }
    let pairs: [String]
    switch parentKey {
    case .missing: pairs = []
    case .rowID(let column):
      pairs = ["\(alias).\(column.quotedDatabaseIdentifier) = +\(columns[0])"]
    case .index(let parentColumns):
      pairs = zip(parentColumns, columns).map { column, child in
        let collation = column.collation.map { " COLLATE \($0.quotedDatabaseIdentifier)" } ?? ""
        return "\(alias).\(column.name.quotedDatabaseIdentifier)\(collation) = +\(child)"
      }
    }
    var terms = columns.map { "\($0) IS NOT NULL" }
    if !pairs.isEmpty {
      let (first, next) = hasLines ? ("\n    ", "\n    ") : ("", " ")
      terms.append(
        "NOT EXISTS (\(first)SELECT 1 FROM \(parent) AS \(alias)\(next)WHERE "
          + pairs.joined(separator: " AND ") + ")")
    }
    return terms.joined(separator: hasLines ? "\n  AND " : " AND ")
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
