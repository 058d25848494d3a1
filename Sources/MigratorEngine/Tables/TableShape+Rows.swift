internal import MigratorSQLite

extension TableShape {
  func condition(_ key: RowKey) -> String? {
    switch key {
    case .rowID(let id): rowIDName.map { "\($0) = \(id)" }
    case .primaryKey(let values):
      zip(primaryKey, values).map { column, value in
        "\(column.name.quotedDatabaseIdentifier) \(value.isNull ? "IS" : "=") \(value.visibleLiteral)"
      }.joined(separator: " AND ")
    case .unnamed, .all: nil
    }
  }

  /// The approximate size of a key in SQL, in bytes.
  static func size(_ key: RowKey) -> Int {
    guard case .primaryKey(let values) = key else { return 0 }
    return values.reduce(0) { $0 + ValueExcerpt($1).size }
  }

  func fetchRow(_ key: RowKey, in db: Database) throws -> Row? {
    guard let condition = condition(key) else { return nil }
    return try Row.fetchOne(db, sql: "SELECT * FROM \(quotedName) WHERE \(condition)")
  }

  /// A query for columns of all rows, ordered so that equal rows are adjacent under any collation.
  ///
  /// With `limit`, it reads only that many rows, those with the lowest rowids. The condition is on
  /// the rowid, because SQLite sorts all rows of a subquery with `LIMIT`. `key` is another column,
  /// by which it sorts equal rows.
  func selectSorted(_ columns: [String], limit: Int64? = nil, then key: String? = nil) -> String {
    let names = (columns + [key].compactMap { $0 }).map(\.quotedDatabaseIdentifier)
    let order = names.map { "\($0) COLLATE BINARY, typeof(\($0))" }.joined(separator: ", ")
    var condition = ""
    if let limit, let rowIDName {
      condition =
        " WHERE \(rowIDName) <= (SELECT \(rowIDName) FROM \(quotedName)"
        + " ORDER BY \(rowIDName) LIMIT 1 OFFSET \(limit - 1))"
    }
    return
      "SELECT \(names.joined(separator: ", ")) FROM \(quotedName)\(condition) ORDER BY \(order)"
  }

  /// A query for columns of the table's rows, with the values of `keys` as parameters.
  func select(
    _ columns: [String], where keys: [String] = [], orderedBy order: String? = nil
  ) -> String {
    let list =
      columns.isEmpty ? "1" : columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    var sql = "SELECT \(list) FROM \(quotedName)"
    if !keys.isEmpty {
      let conditions = keys.map { "\($0.quotedDatabaseIdentifier) = ?" }
      sql += " WHERE " + conditions.joined(separator: " AND ")
    }
    if let order { sql += " ORDER BY \(order.quotedDatabaseIdentifier)" }
    return sql
  }

  /// True if a primary key contains NULL.
  ///
  /// SQLite allows NULL in a primary key, and then several rows may have it:
  /// <https://www.sqlite.org/lang_createtable.html#the_primary_key>.
  func hasNullKeys(in db: Database) throws -> Bool {
    isWithoutRowID ? false : try hasNulls(primaryKey.map(\.name), in: db)
  }

  /// True if at least two rows differ; equal rows may be in another table by coincidence.
  func hasDifferentRows(in db: Database) throws -> Bool {
    let columns = storedColumns.map(\.name.quotedDatabaseIdentifier).joined(separator: ", ")
    return try Row.fetchAll(
      db, sql: "SELECT DISTINCT \(columns) FROM \(quotedName) LIMIT 2"
    ).count > 1
  }

  private func hasNulls(_ columns: [String], in db: Database) throws -> Bool {
    if columns.isEmpty { return false }
    let conditions = columns.map { "\($0.quotedDatabaseIdentifier) IS NULL" }
    return try Bool.fetchOne(
      db,
      sql: "SELECT 1 FROM \(quotedName) WHERE \(conditions.joined(separator: " OR ")) LIMIT 1"
    ) ?? false
  }

  /// The columns of each UNIQUE constraint whose columns contain no NULL.
  ///
  /// Separate unique indexes are left out, because their collations may differ from the columns'.
  func uniqueKeys(in db: Database) throws -> [[String]] {
    try db.allIndexes(on: name, in: "main").filter { $0.origin == .uniqueConstraint }
      .map(\.columns).filter { try !hasNulls($0, in: db) }
  }
}
