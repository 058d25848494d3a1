internal import MigratorSQLite

/// A statement that is compiled, and never run, to learn whether a view or trigger works.
struct CompilationProbe {
  /// What is tried, in words.
  let object: String
  private let sql: String
  /// The column that the statement sets, and its table.
  private var updated: (table: String, column: String)?

  /// Returns a probe for each view, and three for each table or view with triggers.
  static func all(_ db: Database) throws -> [CompilationProbe] {
    try ["main", "temp"].flatMap { schema -> [CompilationProbe] in
      let holder = schema.quotedDatabaseIdentifier
      // In one go, for most schemas have many tables and none of these.
      let objects = try Row.fetchAll(
        db,
        sql: """
          SELECT type, tbl_name, group_concat(name, ', ') FROM \(holder).sqlite_master
          WHERE type IN ('view', 'trigger') GROUP BY type = 'trigger', tbl_name
          """)
      let views: [String] = objects.filter { $0[0] == "view" }.map { $0[2] }
      return views.map { view in
        CompilationProbe(
          object: "view \(view)",
          sql: "SELECT * FROM \(holder).\(view.quotedDatabaseIdentifier)")
      }
        + (try objects.filter { $0[0] == "trigger" }.flatMap { row in
          try forTriggers(on: row[1] ?? "", names: row[2] ?? "", db)
        })
    }
  }

  /// Returns what does not compile, each object once, with SQLite's words.
  static func failing(_ db: Database) throws -> [(object: String, words: String)] {
    var seen: Set<String> = []
    return try all(db).compactMap { probe in
      guard !seen.contains(probe.object), let words = try probe.failure(db) else { return nil }
      seen.insert(probe.object)
      return (probe.object, words)
    }
  }

  private static func forTriggers(
    on table: String, names: String, _ db: Database
  ) throws -> [CompilationProbe] {
    // Unqualified: the table of a temporary trigger may be in another schema.
    let quoted = table.quotedDatabaseIdentifier
    // A table that is gone leaves nothing to compile.
    let columns = (try? db.columns(in: table))?.filter { !$0.isGenerated } ?? []
    let object = "trigger \(names)"
    let statements = ["INSERT INTO \(quoted) DEFAULT VALUES", "DELETE FROM \(quoted)"]
    return statements.map { CompilationProbe(object: object, sql: $0) }
      // One for each column, as a trigger may be for some only.
      + columns.map { column in
        CompilationProbe(
          object: object,
          sql: "UPDATE \(quoted) SET \(column.name.quotedDatabaseIdentifier) = NULL",
          updated: (table, column.name))
      }
  }

  /// Returns SQLite's words when the statement does not compile; `nil` also when the column that
  /// the statement sets is gone.
  func failure(_ db: Database) throws -> String? {
    do {
      try db.compileOnly(sql)
      return nil
    } catch let error as DatabaseError {
      if let updated {
        let columns = try db.columns(in: updated.table).map { SQLName($0.name) }
        if !columns.contains(SQLName(updated.column)) { return nil }
      }
      return error.message ?? error.description
    }
  }
}
