internal import MigratorSQLite

struct TableRecreation {
  private let db: Database
  /// The name as spelled in the schema.
  private let table: String
  private let schema: String
  private let writer: TableWriter
  private let values: [String: SQL]
  private let dependents: DependentObjects
  private let temporaryName: String

  /// Collects the required information, and throws if the table cannot be re-created.
  init(
    _ db: Database, table name: String, options: TableOptions, values: [String: SQL],
    body: (TableDefinition) throws -> Void
  ) throws {
    self.db = db
    self.values = values
    schema = try db.schemaName(ofTable: name)
    let found = try db.schemaRows(in: schema, where: [.kind(.table), .name(name)]) {
      (name: try $0.name, sql: try $0.sql)
    }.first
    table = found?.name ?? name
    let sql = found?.sql ?? ""
    if schema != "main" && schema != "temp" {
      throw SchemaDefinitionError(
        .notRecreatable(reason: "tables of attached databases cannot be re-created."), table: table)
    }
    if sql.asciiLowercased.hasPrefix("create virtual") || sql.isEmpty {
      throw SchemaDefinitionError(
        .notRecreatable(reason: "it is not an ordinary table, and cannot be re-created."),
        table: table)
    }
    var options = options.subtracting([.ifNotExists, .temporary])
    if schema == "temp" { options.insert(.temporary) }
    let definition = TableDefinition(name: table, options: options)
    try body(definition)
    writer = try TableWriter(definition, db)
    // > 3. Remember the format of all indexes, triggers, and views associated with table X.
    dependents = try DependentObjects(db, table: table, schema: schema)
    var name = "new_\(table)"
    while try db.tableExists(name) || db.viewExists(name) { name += "_" }
    temporaryName = name
  }

  /// Re-creates the table.
  ///
  /// If SQLite enforces foreign keys, it checks them at the end of the transaction.
  func run(enforcesForeignKeys: Bool) throws {
    let (target, rowIDColumn) = try definedShape()
    let copy = try RowCopy(
      from: db.columns(in: table, in: schema), of: table, to: target.columns, values: values)
    try dependents.checkColumns(missing: copy.lostColumns, table: table)
    if enforcesForeignKeys { try db.execute(sql: "PRAGMA defer_foreign_keys = ON") }
    let rebuild = try TableRebuild(
      db, table: table, in: schema, definition: writer.createStatement(), target: target,
      targetRowID: rowIDColumn,
      uniqueIndexes: enforcesForeignKeys ? dependents.uniqueIndexes : [], values: copy.values,
      form: enforcesForeignKeys ? .guarded : .renaming)
    // > 5. Transfer content from X into new_X.
    // > 6. Drop the old table X.
    for statement in try rebuild.statements() { try db.execute(sql: statement.sql) }
    // > 8. Use CREATE INDEX, CREATE TRIGGER, and CREATE VIEW to reconstruct indexes, triggers, and
    // > views associated with table X.
    for index in writer.indexes { try db.execute(sql: index.sql) }
    let own = Set(writer.indexes.map { SQLName($0.name) })
    try dependents.restore(except: own)
    try dependents.checkThatAllCompile(table: table)
  }

  /// The columns of the new definition, as parsed by SQLite.
  private func definedShape() throws -> (TableShape, rowIDColumn: String?) {
    let quoted = "\(schema.quotedDatabaseIdentifier).\(temporaryName.quotedDatabaseIdentifier)"
    // > 4. Use CREATE TABLE to construct a new table "new_X" that is in the desired revised format.
    try db.execute(sql: writer.createStatement(as: temporaryName))
    let shape = try TableShape(db, name: temporaryName, schema: schema)
    let column = try shape.rowIDColumn(db)
    try db.execute(sql: "DROP TABLE \(quoted)")
    return (shape, column)
  }

  /// Throws if rows of the table, or of a table that refers to it, violate a foreign key.
  func checkForeignKeys() throws {
    for child in Set(try children() + [table]) {
      try db.checkForeignKeys(in: child, in: schema)
    }
  }

  private func children() throws -> [String] {
    try db.declaredForeignKeys(in: schema, to: table).map(\.originTable)
  }
}
