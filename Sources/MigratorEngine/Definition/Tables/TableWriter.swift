internal import MigratorSQLite

struct TableWriter {
  private let name: String
  private let options: TableOptions
  private let items: [String]
  let indexes: [IndexDefinition]
  /// The columns, except those written in SQL.
  let columns: [ColumnDefinition]

  /// Resolves a definition on a connection in which the parent tables exist.
  init(_ definition: TableDefinition, _ db: Database) throws {
    if let mistake = definition.mistake {
      throw SchemaDefinitionError(mistake, table: definition.name)
    }
    name = definition.name
    options = definition.options
    let resolution = try TableResolution(definition, db)
    let references = ReferenceWriter(child: definition.name, ownKey: resolution.ownKey, db: db)

    var items: [String] = []
    for column in resolution.columns {
      switch column {
      case .definition(let column): items.append(try column.sql(references))
      case .literal(let literal): items.append(literal.literalText)
      }
    }
    if let key = definition.primaryKey {
      items.append(resolution.sql("PRIMARY KEY", key))
    }
    items += definition.uniqueKeys.map { resolution.sql("UNIQUE", $0) }
    items += try resolution.foreignKeys.map { constraint in
      "FOREIGN KEY (\(constraint.columns.identifierList)) "
        + (try references.sql(constraint.clause))
    }
    items += definition.checks.map { "CHECK (\($0.sql))" }
    items += definition.constraints.map(\.literalText)
    self.items = items

    columns = resolution.columns.compactMap { column in
      if case .definition(let column) = column { column } else { nil }
    }
    let child = definition.name
    var indexes = resolution.indexes + columns.compactMap { $0.index(on: child) }
    if options.contains(.ifNotExists) {
      for index in indexes.indices { indexes[index].options.insert(.ifNotExists) }
    }
    self.indexes = indexes
  }

  func createStatement(as otherName: String? = nil) -> String {
    var sql = "CREATE "
    if options.contains(.temporary) { sql += "TEMPORARY " }
    sql += "TABLE "
    if options.contains(.ifNotExists) { sql += "IF NOT EXISTS " }
    sql += (otherName ?? name).quotedDatabaseIdentifier
    if !items.isEmpty { sql += " (\(items.joined(separator: ", ")))" }
    var suffixes: [String] = []
    if options.contains(.strict) { suffixes.append("STRICT") }
    if options.contains(.withoutRowID) { suffixes.append("WITHOUT ROWID") }
    if !suffixes.isEmpty { sql += " " + suffixes.joined(separator: ", ") }
    return sql
  }

  var statements: [String] { [createStatement()] + indexes.map(\.sql) }
}

extension [String] {
  /// The names, quoted and separated by commas.
  var identifierList: String { map(\.quotedDatabaseIdentifier).joined(separator: ", ") }
}
