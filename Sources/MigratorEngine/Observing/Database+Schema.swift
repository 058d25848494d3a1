internal import MigratorSQLite
internal import MigratorSchema

extension Database {
  /// The objects of `main.sqlite_master`.
  func schemaSnapshot() throws -> SchemaSnapshot {
    var objects: [SchemaObject] = []
    try forEachRow(of: "SELECT type, name, tbl_name, sql FROM main.sqlite_master") { row in
      guard let kind = SchemaObject.Kind(rawValue: try row.text(at: 0) ?? "") else { return }
      objects.append(
        SchemaObject(
          kind: kind, name: try row.text(at: 1) ?? "", tableName: try row.text(at: 2) ?? "",
          sql: try row.text(at: 3)))
    }
    let shadows = try shadowTables(
      among: objects.filter { $0.kind == .table }.map { (SQLName($0.name), $0.sql) })
    return SchemaSnapshot(
      objects: shadows.isEmpty ? objects : objects.map(shadows.assigned))
  }

  /// The schema that people made: without SQLite's own objects and the ledger.
  func userSchema(besides ledger: any Ledger) throws -> SchemaSnapshot {
    try userSchema(besides: ledger.tableNames)
  }

  /// The same, with the tables of the ledger by their names.
  func userSchema(besides ledgers: [String]) throws -> SchemaSnapshot {
    try schemaSnapshot().userObjects(besides: ledgers)
  }

  /// The shadow tables among the tables of `main`.
  func shadowTables(among tables: [(name: SQLName, sql: String?)]) throws -> ShadowTables {
    try ShadowTables(tables: tables) {
      Set(
        try String.fetchAll(
          self, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'"
        ).map(SQLName.init(_:)))
    }
  }

  /// Reads a pragma of `main` that gives one integer.
  func integerPragma(_ name: String) throws -> Int64 {
    try Int64.fetchOne(self, sql: "PRAGMA main.\(name)") ?? 0
  }

  /// Whether SQLite enforces foreign keys on this connection.
  func enforcesForeignKeys() throws -> Bool {
    try Bool.fetchOne(self, sql: "PRAGMA foreign_keys") ?? false
  }

  /// Gives access to what is committed, on a connection of its own, while this one has not committed yet.
  ///
  /// In WAL mode a reader does not see what is not committed; with a rollback journal it cannot read
  /// once the writer had to write to the file: <https://www.sqlite.org/lockingv3.html>. It has ended
  /// when this returns, so that it is not in the way of the commit.
  func readingCommitted(
    _ cancellation: Cancellation?, _ body: (LazyReader) throws -> Void
  ) rethrows {
    // A lock that is in the way is this connection's own.
    let reader = LazyReader(
      of: path, beside: configuration, busyMode: .immediateError,
      monitor: ProgressMonitor(cancellation: cancellation))
    defer { reader.close() }
    try body(reader)
  }

  /// The size of the database `main` in bytes.
  func byteCount() throws -> Int64 {
    try integerPragma("page_count") * integerPragma("page_size")
  }
}

extension SchemaSnapshot {
  /// What people made: without SQLite's own objects and the ledger.
  func userObjects(besides ledgers: [String]) -> SchemaSnapshot {
    filtered(.userObjects).filtered(.ledger(ledgers))
  }
}
