internal import MigratorSQLite
internal import MigratorSchema

/// The query for the rows that break a constraint, derived from the failed statement.
///
/// It is derived only if it finds exactly these rows. There is no query, for example, if it would
/// have to repeat a conversion of values.
struct RejectedRowQuery {
  let constraint: RejectedRows.Constraint
  /// The table that contains the rows.
  let table: String
  /// The query, without a semicolon.
  let sql: String
  /// True if each result row represents a group of rows, and ends with their number.
  let isGrouped: Bool

  /// Derives the query; `nil` if the error or the statement is of another kind.
  init?(_ failure: DatabaseError, of sql: String, on db: Database) throws {
    guard let message = failure.message, let source = RowSource(sql),
      let rows = try SourceRows(source, on: db)
    else { return nil }
    let found: (RejectedRows.Constraint, String)?
    switch source.target {
    case .index(let isUnique):
      if isUnique, failure.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
        found = rows.duplicates(of: source.terms.map { ($0, nil) }).map { (.unique, $0) }
      } else {
        found = rows.malformed(message).map { (.json, $0) }
      }
    case .table(let name, let columns):
      let target = try RejectingTable(name, columns, rows, on: db)
      found = try target?.query(for: message)
    }
    guard let found else { return nil }
    (constraint, self.sql) = found
    table = source.table
    isGrouped = constraint == .unique
  }
}

/// The rows that a statement reads.
struct SourceRows {
  let source: RowSource
  let shape: TableShape
  /// The terms without `*`.
  let terms: [RowSource.Term]
  /// The columns that identify a row, in SQL.
  private let key: [String]

  /// `nil` if the source is a view, is in another schema, or has rows without a key.
  init?(_ source: RowSource, on db: Database) throws {
    // The name may be that of a temporary table.
    guard try db.schemaName(ofTable: source.table) == "main" else { return nil }
    let shape = try TableShape(db, name: source.table, schema: "main")
    let declared = shape.primaryKey.map(\.name)
    let key = declared.isEmpty ? shape.rowIDName.map { [$0] } ?? [] : declared
    guard !key.isEmpty else { return nil }
    (self.source, self.shape) = (source, shape)
    self.key = key.map(\.quotedDatabaseIdentifier)
    // SELECT * returns generated columns, but not hidden ones.
    let all = shape.columns.filter { !$0.isHidden }.map { RowSource.Term(column: $0.name) }
    terms = source.terms.flatMap { $0.isStar ? all : [$0] }
  }

  /// The column, if a term is one; `nil` for another expression.
  func column(_ term: RowSource.Term) -> ColumnInfo? {
    term.column.flatMap { name in
      shape.columns.first { SQLName($0.name) == SQLName(name) }
    }
  }

  /// A query for the rows that meet a condition, with their key and the given values.
  func query(where condition: String, showing values: [String]) -> String {
    var shown = key
    for value in values where !shown.contains(value) { shown.append(value) }
    return "SELECT \(shown.joined(separator: ", ")) FROM \(source.from) WHERE "
      + conditions([condition])
  }

  /// A query for values that occur in several rows, each compared by the given collation.
  ///
  /// Rows with NULL in one of the values are not compared. `others` is a query for additional rows.
  func duplicates(
    of values: [(term: RowSource.Term, collation: String?)], besides others: String? = nil
  ) -> String? {
    // A number would be the position of a result column.
    guard values.allSatisfy({ Double($0.term.sql) == nil && !$0.term.isStar }) else { return nil }
    let terms = values.map { expression($0.term) }
    let from: String
    var names = terms
    var filters: [String]
    if let others {
      names = terms.indices.map { "v\($0 + 1)" }
      let list = zip(terms, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
      let condition = source.condition.map { " WHERE \($0)" } ?? ""
      from = "(SELECT \(list) FROM \(source.from)\(condition) UNION ALL \(others))"
      filters = names.map { "\($0) IS NOT NULL" }
    } else {
      from = source.from
      filters = zip(values, terms).filter { column($0.0.term)?.isNotNull != true }
        .map { "\($0.1) IS NOT NULL" }
    }
    let groups = zip(values, names).map { value, name in
      value.collation.map { "\(name) COLLATE \($0.quotedDatabaseIdentifier)" } ?? name
    }
    let condition = others == nil ? conditions(filters) : filters.joined(separator: " AND ")
    return "SELECT \(names.joined(separator: ", ")), count(*) FROM \(from)"
      + (condition.isEmpty ? "" : " WHERE \(condition)")
      + " GROUP BY \(groups.joined(separator: ", ")) HAVING count(*) > 1"
  }

  /// A query for the rows whose JSON the terms cannot parse.
  func malformed(_ message: String) -> String? {
    guard message == "malformed JSON", source.condition?.containsIgnoringASCIICase("json") != true,
      source.condition?.contains("->") != true
    else { return nil }
    var columns: [String] = []
    for term in terms where !term.isStar {
      guard let names = term.jsonColumns else { return nil }
      for name in names.map(\.quotedDatabaseIdentifier) where !columns.contains(name) {
        columns.append(name)
      }
    }
    guard !columns.isEmpty else { return nil }
    // SQLite 3.42 and later accept JSON5 as well. Functions accept NULL, but json_valid may not.
    let tests = columns.map {
      SQLiteLibrary.versionNumber >= 3_042_000
        ? "json_error_position(\($0)) > 0" : "\($0) IS NOT NULL AND NOT json_valid(\($0))"
    }
    return query(where: tests.joined(separator: " OR "), showing: columns)
  }

  /// A term in SQL; a column is quoted.
  func expression(_ term: RowSource.Term) -> String {
    column(term)?.name.quotedDatabaseIdentifier ?? "(\(term.sql))"
  }

  private func conditions(_ others: [String]) -> String {
    let all = [source.condition].compactMap(\.self) + others
    return all.count == 1 ? all[0] : all.map { "(\($0))" }.joined(separator: " AND ")
  }
}
