internal import MigratorSQLite

struct DependentObjects {
  /// An index or trigger that SQLite drops with the table.
  private struct Carried {
    let kind: SchemaObjectKind
    let name: String
    let table: SQLName
    /// The schema that holds the object; for a temporary trigger, it may differ from the table's.
    let schema: String
    let sql: String
  }

  private let db: Database
  private let table: SQLName
  private let carried: [Carried]
  private let probes: [CompilationProbe]

  init(_ db: Database, table: String, schema: String) throws {
    self.db = db
    let own = SQLName(table)
    self.table = own
    // While foreign keys could change the rows of child tables, the triggers of these tables are
    // dropped.
    let children = Set(
      try db.declaredForeignKeys(in: schema, to: table).map { SQLName($0.originTable) })
    carried = try Set([schema, "temp"]).sorted().flatMap { holder in
      try db.schemaRows(in: holder, where: [.kind(.index, .trigger), .hasSQL]) { row in
        let owner = SQLName(try row.tableName)
        guard let kind = SchemaObjectKind(rawValue: try row.type), let sql = try row.sql,
          owner == own || kind == .trigger && children.contains(owner)
        else { return nil }
        return Carried(kind: kind, name: try row.name, table: owner, schema: holder, sql: sql)
      }
    }
    probes = try CompilationProbe.all(db).filter { try $0.failure(db) == nil }
  }

  /// Throws if an index, or the event of a trigger, names a column that will be gone.
  ///
  /// In an index, SQLite would treat the quoted name of a missing column as a string literal. A
  /// trigger for that column would never fire.
  func checkColumns(missing lost: Set<SQLName>, table: String) throws {
    for object in carried where object.table == self.table {
      let names =
        object.kind == .index
        ? Self.indexed(object.sql) : TriggerEventClause(object.sql)?.columns ?? []
      guard let name = names.first(where: lost.contains) else { continue }
      throw SchemaDefinitionError(
        .brokenByRecreation(
          object: "\(object.kind) \(object.name)",
          reason: "it uses column \(name), which no "
            + "longer exists"),
        table: table)
    }
  }

  /// Returns the names in an index definition that follow the names of the index and its table.
  private static func indexed(_ sql: String) -> [SQLName] {
    SQLTokenizer.tokens(of: sql).drop { $0.text != "(" }.compactMap(\.name)
  }

  /// The unique indexes, which can be parent keys of foreign keys.
  var uniqueIndexes: [(name: String, sql: String)] {
    carried.filter { object in
      let words = SQLTokenizer.tokens(of: object.sql).filter { !$0.isTrivia }
      return object.kind == .index && words.count > 1 && words[1].isWord("UNIQUE")
        && !words.contains { $0.isWord("WHERE") }
    }.map { ($0.name, $0.sql) }
  }

  /// Re-creates the objects dropped with the table, except indexes of the new definition.
  func restore(except taken: Set<SQLName>) throws {
    for object in carried {
      if object.kind == .index && taken.contains(SQLName(object.name)) { continue }
      // A temporary trigger on a table of the same name in another schema was not dropped.
      if try db.hasSchemaRow(in: object.schema, where: [.kind(object.kind), .name(object.name)]) {
        continue
      }
      try db.execute(sql: object.schema == "temp" ? Self.temporary(object.sql) : object.sql)
    }
  }

  /// Throws if a view or trigger that compiled before no longer compiles.
  func checkThatAllCompile(table: String) throws {
    for probe in probes {
      guard let error = try probe.failure(db) else { continue }
      throw SchemaDefinitionError(
        .brokenByRecreation(object: probe.object, reason: error), table: table)
    }
  }

  /// Returns the statement for a temporary trigger, because SQLite stores it without `TEMP`.
  private static func temporary(_ sql: String) -> String {
    sql.hasPrefix("CREATE TRIGGER") ? "CREATE TEMP" + sql.dropFirst("CREATE".count) : sql
  }
}
