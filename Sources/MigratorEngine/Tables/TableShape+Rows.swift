internal import MigratorSQLite

extension TableShape {
  /// The expression that finds one row, as SQL text with literals, or `nil` when there is none.
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

  /// The size of a key in an SQL text, in bytes, about.
  static func size(_ key: RowKey) -> Int {
    guard case .primaryKey(let values) = key else { return 0 }
    return values.reduce(0) { $0 + ValueExcerpt($1).size }
  }

  /// Returns a row, or `nil` when it is gone or cannot be told.
  func fetchRow(_ key: RowKey, in db: Database) throws -> Row? {
    guard let condition = condition(key) else { return nil }
    return try Row.fetchOne(db, sql: "SELECT * FROM \(quotedName) WHERE \(condition)")
  }

  /// A statement that reads columns of all rows in an order in which rows that are alike in them stand
  /// together, whatever collations the columns have.
  ///
  /// With `limit`, it reads only as many rows, those that SQLite finds first.
  func selectSorted(_ columns: [String], limit: Int64? = nil) -> String {
    let names = columns.map(\.quotedDatabaseIdentifier)
    let order = names.map { "\($0) COLLATE BINARY, typeof(\($0))" }.joined(separator: ", ")
    let rows = limit.map { "(SELECT * FROM \(quotedName) LIMIT \($0))" } ?? quotedName
    return "SELECT \(names.joined(separator: ", ")) FROM \(rows) ORDER BY \(order)"
  }

  /// A statement that reads columns of the rows of the table; the values of its keys are
  /// parameters.
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

  /// Whether rows have no key.
  ///
  /// SQLite lets a primary key be NULL, which no two rows need to agree in:
  /// <https://www.sqlite.org/lang_createtable.html#the_primary_key>.
  func hasNullKeys(in db: Database) throws -> Bool {
    isWithoutRowID ? false : try hasNulls(primaryKey.map(\.name), in: db)
  }

  /// Whether not all rows are alike: those that are may be in another table by chance.
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

  /// The columns of each UNIQUE constraint that every row has a key of.
  ///
  /// Indexes of their own are left out: they may compare otherwise than the columns do.
  func uniqueKeys(in db: Database) throws -> [[String]] {
    let indexes = try String.fetchAll(
      db, sql: "SELECT name FROM pragma_index_list(?, 'main') WHERE origin = 'u' ORDER BY seq",
      arguments: [name])
    return try indexes.map {
      try String.fetchAll(
        db, sql: "SELECT name FROM pragma_index_info(?, 'main') ORDER BY seqno", arguments: [$0])
    }.filter { try !hasNulls($0, in: db) }
  }
}
