internal import MigratorSQLite

/// What of a table is needed to find and mend its rows.
struct TableShape {
  struct Column {
    let name: String
    let type: String
    let isNotNull: Bool
    /// The expression of its DEFAULT, or `nil` when it has none.
    let defaultSQL: String?
    /// The place in the primary key from 1, or 0.
    let primaryKeyPlace: Int
    /// Whether the value is computed, or no value of the row but a hidden word to a virtual table.
    let isGenerated: Bool
  }

  /// What tells one row of a table from the others.
  enum RowKey: Hashable {
    case rowID(Int64)
    case primaryKey([DatabaseValue])
    /// A row that nothing can be said of: columns hide all names of its rowid, and it has no key.
    case unnamed
    /// Stands for the whole foreign key, where SQLite cannot check it.
    case all
  }

  let name: String
  let schema: String
  let columns: [Column]
  let isWithoutRowID: Bool

  /// The columns of the primary key, in its order.
  var primaryKey: [Column] {
    columns.filter { $0.primaryKeyPlace > 0 }.sorted { $0.primaryKeyPlace < $1.primaryKeyPlace }
  }

  /// The table's name for SQL, with its schema.
  var quotedName: String { "\(schema.quotedDatabaseIdentifier).\(name.quotedDatabaseIdentifier)" }

  /// A name of the rowid that no column hides, or `nil`.
  var rowIDName: String? {
    if isWithoutRowID { return nil }
    return SQLName.rowID(besides: Set(columns.map { SQLName($0.name) }))?.text
  }

  /// The column that is the rowid under another name, or `nil`.
  ///
  /// It is the only one of the primary key and of the type INTEGER, and SQLite needs no index for it. One that
  /// is declared DESC has an index, and is not the rowid:
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
  /// Reads the shape of a table; without columns when there is no such table.
  ///
  /// Where many are asked for, the names of all tables without rowid are given: SQLite goes through
  /// all tables to tell it of one.
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

  /// The names of the tables without rowid.
  static func tablesWithoutRowID(_ db: Database, schema: String) throws -> Set<SQLName> {
    Set(
      try String.fetchAll(
        db, sql: "SELECT name FROM pragma_table_list WHERE schema = ? AND wr",
        arguments: [schema]
      ).map(SQLName.init(_:)))
  }
}
