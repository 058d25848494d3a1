internal import MigratorSQLite

/// The foreign keys of a database and the columns of the tables they join, read again only for
/// tables whose SQL changed.
struct ForeignKeyDirectory {
  struct Column: Hashable {
    let name: SQLName
    /// Whether the column, when it is added, is NULL in the rows there are.
    let startsAsNull: Bool
  }

  private struct Table {
    let sql: String
    var keys: [ForeignKeyOutline]?
    var columns: [Column]?
    var hasRowID = true
  }

  private var tables: [SQLName: Table] = [:]
  /// All foreign keys, in no order.
  private(set) var all: [ForeignKeyOutline] = []
  private var identities: Set<ForeignKeyOutline.Identity> = []

  /// Reads what is not known; what the rows say to be unchanged is so since the last update.
  ///
  /// A table without the word `REFERENCES` in its SQL has no foreign keys, so most tables cost no
  /// query.
  mutating func update(to rows: SchemaRows, in db: Database) throws {
    let names = rows.changed ?? rows.entries.keys
    if names.isEmpty { return }
    if names.contains(where: { tables[$0]?.keys != nil }) {
      for key in all where names.contains(key.tableKey) { identities.remove(key.identity) }
      all.removeAll { names.contains($0.tableKey) }
    }
    for name in names {
      guard let entry = rows.table(name), let sql = entry.sql else {
        tables[name] = nil
        continue
      }
      var table =
        tables[name].flatMap { $0.sql.hasSameBytes(as: sql) ? $0 : nil } ?? Table(sql: sql)
      let keys =
        try table.keys
        ?? (sql.containsIgnoringASCIICase("references")
          ? db.declaredForeignKeys(on: entry.name, in: "main").map {
            ForeignKeyOutline(table: entry.name, $0)
          } : [])
      all += keys
      // Of most tables there is nothing to remember.
      guard !keys.isEmpty || table.columns != nil else {
        tables[name] = nil
        continue
      }
      identities.formUnion(keys.map(\.identity))
      table.keys = keys
      tables[name] = table
    }
    for name in Set(all.map(\.tableKey)).union(all.map(\.parentKey)) {
      guard tables[name]?.columns == nil, let entry = rows.table(name), let sql = entry.sql else {
        continue
      }
      var table = tables[name] ?? Table(sql: sql)
      (table.columns, table.hasRowID) = try Self.columns(of: entry.name, in: db)
      tables[name] = table
    }
  }

  /// Whether there is such a foreign key, under whatever number.
  func contains(_ key: ForeignKeyOutline) -> Bool {
    identities.contains(key.identity)
  }

  /// The columns of a table with foreign keys, or of one that they refer to.
  func columns(of table: SQLName) -> [Column]? {
    tables[table]?.columns
  }

  /// Whether a table with foreign keys has a rowid.
  func hasRowID(_ table: SQLName) -> Bool {
    tables[table]?.hasRowID ?? false
  }

  private static func columns(
    of table: String, in db: Database
  ) throws -> (columns: [Column], hasRowID: Bool) {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT name, hidden = 0 AND (dflt_value IS NULL OR upper(dflt_value) = 'NULL'), pk
        FROM pragma_table_xinfo(?, 'main') ORDER BY cid
        """, arguments: [table])
    let columns = try rows.map {
      Column(name: SQLName(try $0.decode(atIndex: 0)), startsAsNull: try $0.decode(atIndex: 1))
    }
    // Indexes of a table with rowid end with it.
    let keyIndexes = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM pragma_index_list(?1, 'main') AS l WHERE l.origin = 'pk' AND NOT EXISTS
          (SELECT 1 FROM pragma_index_xinfo(l.name, 'main') WHERE cid = -1)
        """, arguments: [table])
    return (columns, keyIndexes == 0)
  }
}
