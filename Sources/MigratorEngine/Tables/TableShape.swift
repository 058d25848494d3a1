internal import MigratorSQLite

/// The properties of a table that are needed to find and fix its rows.
struct TableShape {
  struct Column {
    let name: String
    let type: String
    let isNotNull: Bool
    let defaultSQL: String?
    /// The position in the primary key, starting from 1, or 0.
    let primaryKeyPlace: Int
    /// True if the column is generated, or hidden in a virtual table.
    let isGenerated: Bool
  }

  enum RowKey: Hashable {
    case rowID(Int64)
    case primaryKey([DatabaseValue])
    /// An unidentifiable row: columns hide all names of the rowid, and no key exists.
    case unnamed
    /// All rows: SQLite cannot check the foreign key.
    case all
  }

  let name: String
  let schema: String
  let columns: [Column]
  let isWithoutRowID: Bool

  var primaryKey: [Column] {
    columns.filter { $0.primaryKeyPlace > 0 }.sorted { $0.primaryKeyPlace < $1.primaryKeyPlace }
  }

  var quotedName: String { "\(schema.quotedDatabaseIdentifier).\(name.quotedDatabaseIdentifier)" }

  /// A name of the rowid that no column hides, or `nil`.
  var rowIDName: String? {
    if isWithoutRowID { return nil }
    return SQLName.rowID(besides: Set(columns.map { SQLName($0.name) }))?.text
  }

  /// The column that is an alias of the rowid, or `nil`.
  ///
  /// It is the only primary-key column and has the type INTEGER, so that SQLite needs no index for
  /// it. A column declared DESC has an index and is not the rowid:
  /// <https://www.sqlite.org/lang_createtable.html#rowid>.
  func rowIDColumn(_ db: Database) throws -> String? {
    guard !isWithoutRowID, primaryKey.count == 1, SQLName(primaryKey[0].type) == "INTEGER",
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM pragma_index_list(?, ?) WHERE origin = 'pk')",
        arguments: [name, schema]) == false
    else { return nil }
    return primaryKey[0].name
  }
}

extension TableShape {
  /// Reads the shape of a table; it has no columns if the table does not exist.
  ///
  /// To read many tables, pass the names of all WITHOUT ROWID tables: SQLite otherwise visits all
  /// tables for each one.
  init(_ db: Database, name: String, schema: String, withoutRowID: Set<SQLName>? = nil) throws {
    self.name = name
    self.schema = schema
    columns = try Row.fetchAll(
      db,
      sql: """
        SELECT name, type, "notnull", dflt_value, pk, hidden
        FROM pragma_table_xinfo(?, ?) ORDER BY cid
        """, arguments: [name, schema]
    ).map { row in
      Column(
        name: try row.decode(atIndex: 0), type: try row.decode(String?.self, atIndex: 1) ?? "",
        isNotNull: try row.decode(atIndex: 2), defaultSQL: try row.decode(String?.self, atIndex: 3),
        primaryKeyPlace: try row.decode(atIndex: 4),
        isGenerated: try row.decode(Int.self, atIndex: 5) > 0)
    }
    isWithoutRowID =
      try withoutRowID?.contains(SQLName(name))
      ?? Bool.fetchOne(
        db, sql: "SELECT wr FROM pragma_table_list(?) WHERE schema = ?", arguments: [name, schema])
      ?? false
  }

  static func tablesWithoutRowID(_ db: Database, schema: String) throws -> Set<SQLName> {
    Set(
      try String.fetchAll(
        db, sql: "SELECT name FROM pragma_table_list WHERE schema = ? AND wr",
        arguments: [schema]
      ).map(SQLName.init(_:)))
  }
}
