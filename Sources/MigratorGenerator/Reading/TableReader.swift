internal import MigratorSQLite
internal import SQLSyntax

struct TableReader {
  let db: Database
  let group: FileGroup

  /// Returns the tables and views in creation order.
  ///
  /// SQLite's internal tables and the shadow tables of virtual tables are omitted.
  ///
  /// - Throws: ``GeneratorProblem`` for a view that cannot be read.
  func tables() throws -> [DatabaseSchema.Table] {
    let kinds = Dictionary(
      try db.tableList(in: "main").map { (SQLName($0.name), $0.type) }, uniquingKeysWith: { $1 })
    return try db.schemaRows(where: [.kind(.table, .view), .isNotInternal]) { row in
      let name = try row.name
      return switch kinds[SQLName(name)] {
      case "table": try table(name, row.sql ?? "")
      case "virtual": try plain(name, .virtual)
      case "view": try view(name)
      default: nil
      }
    }
  }

  private func plain(
    _ name: String, _ kind: DatabaseSchema.Table.Kind
  ) throws -> DatabaseSchema.Table {
    DatabaseSchema.Table(name: name, kind: kind, columns: try db.columns(in: name, in: "main"))
  }

  private func view(_ name: String) throws -> DatabaseSchema.Table {
    do {
      return try plain(name, .view)
    } catch let error as DatabaseError {
      throw GeneratorProblem(
        at: place(ofView: name),
        "the view \(name) cannot be read: \(error.message ?? "\(error)")")
    }
  }

  private func table(_ name: String, _ sql: String) throws -> DatabaseSchema.Table {
    var table = try plain(name, .table)
    table.choices = CheckedStrings.choices(in: sql)
    let key = try db.primaryKey(name, in: "main")
    if table.columns.contains(where: \.isKey) {
      table.rowIDColumn = key.rowIDColumn
      if try key.rowIDColumn != nil || finds(key.columns, in: name) { table.key = key.columns }
    } else {
      table.key = try uniqueKey(of: table)
    }
    table.foreignKeys = try foreignKeys(of: name)
    return table
  }

  /// The first UNIQUE key of NOT NULL columns whose index SQLite uses for equality on these
  /// columns.
  private func uniqueKey(of table: DatabaseSchema.Table) throws -> [String] {
    let usable = Set(table.columns.filter { $0.isNotNull && !$0.isGenerated }.map(\.name))
    // SQLite lists the newest index first.
    return try db.indexes(on: table.name, in: "main").reversed().first { index in
      guard index.isUnique, !index.isPartial, !index.columns.isEmpty,
        usable.isSuperset(of: index.columns)
      else { return false }
      return try finds(index.columns, in: table.name)
    }?.columns ?? []
  }

  /// Returns whether SQLite uses a key or an index to find a row by these columns.
  ///
  /// Otherwise the collations of the key can differ from those of the columns.
  private func finds(_ columns: [String], in table: String) throws -> Bool {
    let conditions = columns.map { "\($0.quotedDatabaseIdentifier) = ?" }
    let plan = try Row.fetchAll(
      db,
      sql: "EXPLAIN QUERY PLAN SELECT 1 FROM main.\(table.quotedDatabaseIdentifier) WHERE "
        + conditions.joined(separator: " AND "),
      arguments: StatementArguments(columns.map { _ in DatabaseValue.null }))
    // Example: SEARCH t USING INDEX i (a=? AND b=?)
    return try plan.contains { row in
      let detail = try row.decode(String.self, forColumn: "detail")
      let terms = detail.split(separator: " (").last ?? ""
      return detail.hasPrefix("SEARCH ") && !detail.contains("AUTOMATIC")
        && terms.ranges(of: "=?").count == columns.count
    }
  }

  private func foreignKeys(of table: String) throws -> [ForeignKeyInfo] {
    try db.declaredForeignKeys(on: table, in: "main").compactMap { declared in
      guard try db.tableExists(declared.destinationTable, in: "main") else { return nil }
      let key = try declared.resolved { try db.primaryKey(declared.destinationTable).columns }
      return key.destinationColumns.count == key.originColumns.count ? key : nil
    }
  }

  private func place(ofView name: String) -> ScriptLocation {
    for file in group.files {
      for statement in (try? file.script.statements()) ?? ScriptStatements() {
        let words = SQLTokenizer.tokens(of: statement.sql).filter { !$0.isTrivia }
        guard words.first?.isWord("CREATE") == true,
          let view = words.prefix(4).firstIndex(where: { $0.isWord("VIEW") }),
          words[view...].prefix(8).contains(where: { $0.name == SQLName(name) })
        else { continue }
        return statement.location
      }
    }
    return ScriptLocation(startOf: group.files.first?.script.file ?? group.stem)
  }
}

/// Finds columns that a CHECK restricts to certain strings: `CHECK (state IN ('open', 'done'))`.
enum CheckedStrings {
  /// Returns the allowed strings of each such column of a `CREATE TABLE` statement, in source
  /// order.
  ///
  /// Returns none if the table names a collation: other strings could compare equal.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  static func choices(in sql: String) -> [SQLName: [String]] {
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    guard !tokens.contains(where: { $0.isWord("COLLATE") }) else { return [:] }
    var found: [SQLName: [String]] = [:]
    for index in tokens.indices where tokens[index].isWord("CHECK") {
      guard let (column, texts) = choice(tokens[(index + 1)...]) else { continue }
      // If a column has two checks, neither list is the complete rule.
      if found.updateValue(texts, forKey: column) != nil { found[column] = [] }
    }
    return found
  }

  /// Parses `( column IN ( 'text', … ) )`.
  private static func choice(_ tokens: ArraySlice<SQLToken>) -> (SQLName, [String])? {
    var tokens = tokens
    guard tokens.popFirst()?.isWord("(") == true, let column = tokens.popFirst()?.name,
      tokens.popFirst()?.isWord("IN") == true, tokens.popFirst()?.isWord("(") == true
    else { return nil }
    var texts: [String] = []
    while let token = tokens.popFirst() {
      guard token.kind == .string, !texts.contains(token.unquoted) else { return nil }
      texts.append(token.unquoted)
      guard let next = tokens.popFirst() else { return nil }
      if next.isWord(",") { continue }
      guard next.isWord(")"), tokens.popFirst()?.isWord(")") == true else { return nil }
      return (column, texts)
    }
    return nil
  }
}
