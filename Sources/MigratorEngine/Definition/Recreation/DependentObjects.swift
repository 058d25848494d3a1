internal import MigratorSQLite

/// The indexes, triggers and views that depend on a table which is about to be recreated.
struct DependentObjects {
  /// An index or trigger that goes when the table goes.
  private struct Carried {
    let kind: String
    let name: String
    /// The schema that holds it, which for a temporary trigger is not the table's.
    let schema: String
    let sql: String
  }

  private let db: Database
  private let carried: [Carried]
  private let probes: [CompilationProbe]

  /// Remembers what is there.
  init(_ db: Database, table: String, schema: String) throws {
    self.db = db
    carried = try Set([schema, "temp"]).sorted().flatMap { holder in
      try Row.fetchAll(
        db,
        sql: """
          SELECT type, name, sql FROM \(holder.quotedDatabaseIdentifier).sqlite_master
          WHERE type IN ('index', 'trigger') AND tbl_name = ? COLLATE NOCASE AND sql NOT NULL
          ORDER BY rowid
          """, arguments: [table]
      ).map { row in
        Carried(kind: row[0] ?? "", name: row[1] ?? "", schema: holder, sql: row[2] ?? "")
      }
    }
    probes = try CompilationProbe.all(db).filter { try $0.failure(db) == nil }
  }

  /// Throws when an index, or the event of a trigger, names a column that will be gone.
  ///
  /// SQLite would take the quoted name of a missing column in an index for a text, and index that;
  /// a trigger would never run.
  func checkColumns(missing lost: Set<SQLName>, table: String) throws {
    for object in carried {
      let names =
        object.kind == "index" ? Self.indexed(object.sql) : TriggerHead(object.sql)?.columns ?? []
      guard let name = names.first(where: lost.contains) else { continue }
      throw SchemaDefinitionError(
        .brokenByRecreation(
          object: "\(object.kind) \(object.name)", reason: "it uses column \(name), which is gone"),
        table: table)
    }
  }

  /// The names after those of an index and its table.
  private static func indexed(_ sql: String) -> [SQLName] {
    SQLTokenizer.tokens(of: sql).drop { $0.text != "(" }.compactMap(\.name)
  }

  /// Makes anew what went with the table, except indexes that the new definition made itself.
  func restore(except taken: Set<SQLName>) throws {
    for object in carried {
      if object.kind == "index" && taken.contains(SQLName(object.name)) { continue }
      let exists = try Bool.fetchOne(
        db,
        sql: """
          SELECT 1 FROM \(object.schema.quotedDatabaseIdentifier).sqlite_master
          WHERE type = ? AND name = ?
          """, arguments: [object.kind, object.name])
      // A temporary trigger of a table of the same name elsewhere did not go.
      if exists == true { continue }
      try db.execute(sql: object.schema == "temp" ? Self.temporary(object.sql) : object.sql)
    }
  }

  /// Throws when a view or trigger that worked before does so no more.
  func checkThatAllCompile(table: String) throws {
    for probe in probes {
      guard let error = try probe.failure(db) else { continue }
      throw SchemaDefinitionError(
        .brokenByRecreation(object: probe.object, reason: error), table: table)
    }
  }

  /// Returns the statement for a temporary trigger, whose stored text has lost that word.
  private static func temporary(_ sql: String) -> String {
    sql.hasPrefix("CREATE TRIGGER") ? "CREATE TEMP" + sql.dropFirst("CREATE".count) : sql
  }
}
