/// The current row of a schema table, read in place.
///
/// The schema table is `sqlite_schema`; `sqlite_master` is the name that all versions of SQLite
/// know. Valid only until the next row.
/// Source: <https://www.sqlite.org/schematab.html>.
package struct SchemaRow {
  fileprivate static let columns = "rowid, type, name, tbl_name, sql, rootpage"
  fileprivate let view: RowView

  package var rowID: Int64 { view.integer(at: 0) }
  /// `table`, `index`, `view` or `trigger`; see `SchemaObjectKind`.
  package var type: String { get throws { try view.text(at: 1) ?? "" } }
  package var name: String { get throws { try view.text(at: 2) ?? "" } }
  /// The table of an index or trigger; otherwise the object's own name.
  package var tableName: String { get throws { try view.text(at: 3) ?? "" } }
  /// The SQL, or `nil` for an automatic index.
  package var sql: String? { get throws { try view.text(at: 4) } }
  /// The first page of a table or index; 0 for objects that store nothing.
  package var rootPage: Int64 { view.integer(at: 5) }

  /// Returns true if the row has exactly these values, without copying them.
  package func has(
    type: String, name: String, tableName: String, sql: String?, rootPage: Int64
  ) -> Bool {
    self.rootPage == rootPage && view.has(type, at: 1) && view.has(name, at: 2)
      && view.has(tableName, at: 3) && view.has(sql, at: 4)
  }
}

package struct SchemaCondition {
  fileprivate let sql: String
  fileprivate var arguments: [String] = []

  package static func kind(_ kinds: SchemaObjectKind...) -> SchemaCondition {
    let list = kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return SchemaCondition(sql: "type IN (\(list))")
  }

  /// The object of this name.
  ///
  /// NOCASE folds only ASCII letters, like SQLite's name comparison.
  package static func name(_ name: String) -> SchemaCondition {
    SchemaCondition(sql: "name = ? COLLATE NOCASE", arguments: [name])
  }

  package static func name(notIn names: [String]) -> SchemaCondition {
    SchemaCondition(sql: "name COLLATE NOCASE NOT IN (\(marks(names)))", arguments: names)
  }

  /// The table of this name, its indexes and its triggers.
  package static func table(_ name: String) -> SchemaCondition {
    SchemaCondition(sql: "tbl_name = ? COLLATE NOCASE", arguments: [name])
  }

  package static func rowID(above rowID: Int64) -> SchemaCondition {
    SchemaCondition(sql: "rowid > \(rowID)")
  }

  package static func rowID(in rowIDs: Set<Int64>) -> SchemaCondition {
    SchemaCondition(sql: "rowid IN (\(rowIDs.map(String.init).joined(separator: ", ")))")
  }

  /// Objects whose SQL contains one of these words, ignoring the case of ASCII letters.
  package static func sql(containing words: String...) -> SchemaCondition {
    let terms = words.map { _ in "sql LIKE '%' || ? || '%'" }.joined(separator: " OR ")
    return SchemaCondition(sql: "(\(terms))", arguments: words)
  }

  /// Objects that a statement created, which excludes automatic indexes.
  package static let hasSQL = SchemaCondition(sql: "sql IS NOT NULL")
  package static let isStored = SchemaCondition(sql: "rootpage > 0")
  /// Objects without rows of their own: views, triggers and virtual tables.
  package static let isNotStored = SchemaCondition(sql: "rootpage = 0")
  package static let isNotInternal = SchemaCondition(sql: "name NOT LIKE 'sqlite@_%' ESCAPE '@'")

  private static func marks(_ names: [String]) -> String {
    names.map { _ in "?" }.joined(separator: ", ")
  }
}

// All queries of schema tables are in this extension, except those that only begin a transaction.
extension Database {
  /// Calls a closure for each row of a schema table that meets all conditions.
  ///
  /// - Parameters:
  ///   - schema: The schema's name.
  ///   - conditions: The conditions.
  ///   - isSorted: True for the order of the names; by default it is the storage order.
  ///   - limit: The maximum number of rows.
  ///   - body: The closure.
  /// - Throws: ``DatabaseError``, or errors thrown by the closure.
  /// - Complexity: O(*n*) in the number of rows of the schema table.
  package func forEachSchemaRow(
    in schema: String = "main", where conditions: [SchemaCondition] = [],
    sortedByName isSorted: Bool = false, limit: Int? = nil, _ body: (SchemaRow) throws -> Void
  ) throws {
    let (source, arguments) = Self.source(schema, conditions)
    let sql =
      "SELECT \(SchemaRow.columns) \(source) ORDER BY \(isSorted ? "name" : "rowid")"
      + (limit.map { " LIMIT \($0)" } ?? "")
    try forEachRow(of: sql, arguments: arguments) { try body(SchemaRow(view: $0)) }
  }

  /// Returns the results of a closure for the rows of a schema table, without `nil`.
  ///
  /// The parameters are those of ``forEachSchemaRow(in:where:sortedByName:limit:_:)``.
  package func schemaRows<T>(
    in schema: String = "main", where conditions: [SchemaCondition] = [], limit: Int? = nil,
    _ transform: (SchemaRow) throws -> T?
  ) throws -> [T] {
    var found: [T] = []
    try forEachSchemaRow(in: schema, where: conditions, limit: limit) { row in
      if let value = try transform(row) { found.append(value) }
    }
    return found
  }

  package func schemaRowCount(in schema: String = "main") throws -> Int {
    try Int.fetchOne(self, sql: "SELECT count(*) \(Self.source(schema, []).sql)") ?? 0
  }

  package func hasSchemaRow(
    in schema: String = "main", where conditions: [SchemaCondition] = []
  ) throws -> Bool {
    let (source, arguments) = Self.source(schema, conditions)
    return try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 \(source))", arguments: arguments)
      ?? false
  }

  private static func source(
    _ schema: String, _ conditions: [SchemaCondition]
  ) -> (sql: String, arguments: StatementArguments) {
    let terms = conditions.map(\.sql).joined(separator: " AND ")
    let table = "\(schema.quotedDatabaseIdentifier).sqlite_master"
    return (
      "FROM \(table)" + (terms.isEmpty ? "" : " WHERE \(terms)"),
      StatementArguments(conditions.flatMap(\.arguments))
    )
  }
}
