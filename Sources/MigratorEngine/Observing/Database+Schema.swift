internal import MigratorSQLite
internal import MigratorSchema

extension Database {
  func schemaSnapshot() throws -> SchemaSnapshot {
    var objects: [SchemaObject] = []
    try forEachSchemaRow { row in
      guard let kind = SchemaObject.Kind(rawValue: try row.type) else { return }
      objects.append(
        SchemaObject(
          kind: kind, name: try row.name, tableName: try row.tableName, sql: try row.sql))
    }
    let shadows = try shadowTables(
      among: objects.filter { $0.kind == .table }.map { (SQLName($0.name), $0.sql) })
    return SchemaSnapshot(
      objects: shadows.isEmpty ? objects : objects.map(shadows.assigned))
  }

  /// Reads the schema without SQLite's internal objects and the ledger.
  func userSchema(besides ledger: any Ledger) throws -> SchemaSnapshot {
    try userSchema(besides: ledger.tableNames)
  }

  func userSchema(besides ledgers: [String]) throws -> SchemaSnapshot {
    try schemaSnapshot().userObjects(besides: ledgers)
  }

  func shadowTables(among tables: [(name: SQLName, sql: String?)]) throws -> ShadowTables {
    try ShadowTables(tables: tables) {
      Set(try tableList(in: "main", .shadow).map { SQLName($0.name) })
    }
  }

  func integerPragma(_ name: String) throws -> Int64 {
    try Int64.fetchOne(self, sql: "PRAGMA main.\(name)") ?? 0
  }

  func hasRows(in table: String) throws -> Bool {
    try Bool.fetchOne(
      self, sql: "SELECT EXISTS (SELECT 1 FROM main.\(table.quotedDatabaseIdentifier))") ?? false
  }

  func enforcesForeignKeys() throws -> Bool {
    try Bool.fetchOne(self, sql: "PRAGMA foreign_keys") ?? false
  }

  /// Opens a second connection that reads the committed state during an uncommitted transaction.
  ///
  /// In WAL mode, a reader does not see uncommitted changes. With a rollback journal, it cannot
  /// read once the writer has written to the file: <https://www.sqlite.org/lockingv3.html>. The
  /// reader is closed before this method returns, so that it does not block the commit.
  func readingCommitted(
    _ cancellation: Cancellation?, _ body: (LazyReader) throws -> Void
  ) rethrows {
    // Do not wait: only this connection's own lock can block the reader.
    let reader = LazyReader(
      of: path, beside: configuration, busyMode: .immediateError,
      monitor: ProgressMonitor(cancellation: cancellation))
    defer { reader.close() }
    try body(reader)
  }

  func byteCount() throws -> Int64 {
    try integerPragma("page_count") * integerPragma("page_size")
  }
}

extension SchemaSnapshot {
  func userObjects(besides ledgers: [String]) -> SchemaSnapshot {
    filtered(.userObjects).filtered(.ledger(ledgers))
  }
}
