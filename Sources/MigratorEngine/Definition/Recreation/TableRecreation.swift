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

  private func qualified(_ name: String) -> String {
    "\(schema.quotedDatabaseIdentifier).\(name.quotedDatabaseIdentifier)"
  }

  /// Recreates the table.
  ///
  /// If SQLite enforces foreign keys, throws if a foreign key refers to the table, because dropping
  /// it would delete or orphan rows.
  func run(enforcesForeignKeys: Bool) throws {
    let sequence = try sequenceValue(of: table)
    // > 4. Use CREATE TABLE to construct a new table "new_X" that is in the desired revised format.
    try db.execute(sql: writer.createStatement(as: temporaryName))
    if enforcesForeignKeys, let child = try children().first {
      throw SchemaDefinitionError(.recreationNeedsForeignKeysOff(child: child), table: table)
    }
    let copy = try RowCopy(
      db, from: table, to: temporaryName, schema: schema, values: values)
    try dependents.checkColumns(missing: copy.lostColumns, table: table)
    // > 5. Transfer content from X into new_X.
    try copyRows(copy)
    // > 6. Drop the old table X.
    try db.execute(sql: "DROP TABLE \(qualified(table))")
    // > 7. Change the name of new_X to X using: ALTER TABLE new_X RENAME TO X.
    try renameWithoutRewritingReferences()
    try restore(sequence)
    // > 8. Use CREATE INDEX, CREATE TRIGGER, and CREATE VIEW to reconstruct indexes, triggers, and
    // > views associated with table X.
    for index in writer.indexes { try db.execute(sql: index.sql) }
    let own = Set(writer.indexes.map { SQLName($0.name) })
    try dependents.restore(except: own)
    try dependents.checkThatAllCompile(table: table)
  }

  /// Throws if rows of the table, or of a table that refers to it, violate a foreign key.
  func checkForeignKeys() throws {
    for child in Set(try children() + [table]) {
      try db.checkForeignKeys(in: child, in: schema)
    }
  }

  private func children() throws -> [String] {
    try db.declaredForeignKeys(in: schema, to: table).map { key in
      key.originTable == temporaryName ? table : key.originTable
    }
  }

  private func copyRows(_ copy: RowCopy) throws {
    do {
      try db.execute(sql: copy.sql)
    } catch let error as DatabaseError {
      // Error messages about rows must use the real name of the table.
      throw DatabaseError(
        resultCode: error.extendedResultCode,
        message: error.message?.replacing("\(temporaryName).", with: "\(table)."),
        sql: error.sql, arguments: error.arguments)
    }
  }

  /// Renames the new table without a check of views and triggers, which still name the old one.
  private func renameWithoutRewritingReferences() throws {
    let old: Bool = try db.get(pragma: "legacy_alter_table") ?? false
    // With legacy_alter_table, SQLite does not change the views and triggers that refer to X.
    try db.execute(sql: "PRAGMA legacy_alter_table = ON")
    do {
      try db.execute(
        sql: "ALTER TABLE \(qualified(temporaryName)) RENAME TO \(table.quotedDatabaseIdentifier)")
    } catch {
      // Throw the first error. Setting the flag needs neither a lock nor the file.
      try? db.execute(sql: "PRAGMA legacy_alter_table = \(old ? "ON" : "OFF")")
      throw error
    }
    try db.execute(sql: "PRAGMA legacy_alter_table = \(old ? "ON" : "OFF")")
  }
}

// MARK: - AUTOINCREMENT

extension TableRecreation {
  private func sequenceValue(of name: String) throws -> Int64? {
    guard try hasSequences() else { return nil }
    return try Int64.fetchOne(
      db, sql: "SELECT seq FROM \(qualified("sqlite_sequence")) WHERE name = ?",
      arguments: [name])
  }

  private func hasSequences() throws -> Bool {
    try db.tableExists("sqlite_sequence", in: schema)
  }

  /// Continues the sequence, so that the keys of deleted rows are not reused.
  private func restore(_ sequence: Int64?) throws {
    guard let sequence, try isAutoincremented() else { return }
    let sequences = qualified("sqlite_sequence")
    if let current = try sequenceValue(of: table) {
      guard current < sequence else { return }
      try db.execute(
        sql: "UPDATE \(sequences) SET seq = ? WHERE name = ?", arguments: [sequence, table])
    } else {
      try db.execute(
        sql: "INSERT INTO \(sequences) (name, seq) VALUES (?, ?)", arguments: [table, sequence])
    }
  }

  private func isAutoincremented() throws -> Bool {
    let sql = try db.schemaRows(in: schema, where: [.kind(.table), .name(table)]) { try $0.sql }
    return SQLTokenizer.tokens(of: sql.first ?? "").contains {
      $0.isWord("AUTOINCREMENT")
    }
  }
}
