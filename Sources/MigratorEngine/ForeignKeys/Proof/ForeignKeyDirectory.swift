internal import MigratorSQLite

/// The foreign keys of a database and the columns of the tables that they join.
///
/// Only tables whose SQL changed are re-read.
struct ForeignKeyDirectory {
  struct Column: Hashable {
    let name: SQLName
    /// `true` if existing rows have NULL in the column when it is added.
    let startsAsNull: Bool
  }

  private struct Table {
    let sql: String
    var keys: [ForeignKeyInfo]?
    var columns: [Column]?
    var hasRowID = true
  }

  private var tables = OverlaidDictionary<SQLName, Table>()
  /// The child tables by the name of the parent table, which may not exist.
  private var children = OverlaidDictionary<SQLName, Set<SQLName>>()

  /// All foreign keys, unordered.
  var all: [ForeignKeyInfo] { tables.keys.flatMap(keys(of:)) }

  func keys(of table: SQLName) -> [ForeignKeyInfo] { tables[table]?.keys ?? [] }

  /// Returns the foreign keys of tables and of their child tables, unordered.
  func keys(around names: Set<SQLName>) -> [ForeignKeyInfo] {
    names.reduce(into: names) { $0.formUnion(children[$1] ?? []) }.flatMap(keys(of:))
  }

  /// Reads the tables that changed since the last update, according to `rows`.
  ///
  /// A table without the word `REFERENCES` in its SQL has no foreign keys, so most tables need no
  /// query.
  mutating func update(to rows: SchemaRows, in db: Database) throws {
    let names = rows.changed ?? rows.entries.keys
    // The tables whose columns must be known.
    var joined: Set<SQLName> = []
    for name in names {
      for key in keys(of: name) { children[key.parentKey]?.remove(name) }
      guard let entry = rows.table(name), let sql = entry.sql else {
        tables[name] = nil
        continue
      }
      var table =
        tables[name].flatMap { $0.sql.hasSameBytes(as: sql) ? $0 : nil } ?? Table(sql: sql)
      let keys =
        try table.keys
        ?? (sql.containsIgnoringASCIICase("references")
          ? db.declaredForeignKeys(on: entry.name, in: "main") : [])
      // Most tables need no entry.
      guard !keys.isEmpty || table.columns != nil else {
        tables[name] = nil
        continue
      }
      for key in keys {
        children[key.parentKey] = (children[key.parentKey] ?? []).union([name])
        joined.formUnion([name, key.parentKey])
      }
      table.keys = keys
      tables[name] = table
    }
    joined.formUnion(names.filter { children[$0]?.isEmpty == false })
    for name in joined {
      guard tables[name]?.columns == nil, let entry = rows.table(name), let sql = entry.sql else {
        continue
      }
      var table = tables[name] ?? Table(sql: sql)
      (table.columns, table.hasRowID) = try Self.columns(of: entry.name, in: db)
      tables[name] = table
    }
  }

  /// Returns `true` if the same foreign key exists, under any id.
  func contains(_ key: ForeignKeyInfo) -> Bool {
    keys(of: key.tableKey).contains { $0.identity == key.identity }
  }

  /// Returns the columns of a table that has foreign keys or is a parent.
  func columns(of table: SQLName) -> [Column]? {
    tables[table]?.columns
  }

  /// Returns `true` if a table that has foreign keys or is a parent has a rowid.
  func hasRowID(_ table: SQLName) -> Bool {
    tables[table]?.hasRowID ?? false
  }

  private static func columns(
    of table: String, in db: Database
  ) throws -> (columns: [Column], hasRowID: Bool) {
    let columns = try db.allColumns(of: table, in: "main").map { column in
      let isNull = column.defaultValueSQL.map { SQLName($0) == "NULL" } ?? true
      return Column(name: SQLName(column.name), startsAsNull: column.isOrdinary && isNull)
    }
    let index = try db.allIndexes(on: table, in: "main").primaryKey
    return (columns, index?.endsWithRowID ?? true)
  }
}
