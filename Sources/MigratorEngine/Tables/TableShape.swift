package import MigratorSQLite

package struct TableShape {
  package enum RowKey: Hashable {
    case rowID(Int64)
    case primaryKey([DatabaseValue])
    /// An unidentifiable row: columns use all three names of the rowid, and no key exists.
    case unnamed
    /// All rows: SQLite cannot check the foreign key.
    case all
  }

  package let name: String
  package let schema: String
  /// All columns, including hidden ones of a virtual table.
  package let columns: [ColumnInfo]
  package let isWithoutRowID: Bool

  package var primaryKey: [ColumnInfo] { columns.primaryKey }

  /// The name of the table, qualified with that of its schema and quoted.
  let quotedName: String
  /// A name of the rowid that is not the name of a column, or `nil`.
  ///
  /// It is stored, because it is needed for each of millions of rows.
  package let rowIDName: String?

  init(name: String, schema: String, columns: [ColumnInfo], isWithoutRowID: Bool) {
    (self.name, self.schema, self.columns) = (name, schema, columns)
    self.isWithoutRowID = isWithoutRowID
    quotedName = "\(schema.quotedDatabaseIdentifier).\(name.quotedDatabaseIdentifier)"
    rowIDName =
      isWithoutRowID ? nil : SQLName.rowID(besides: Set(columns.map { SQLName($0.name) }))?.text
  }

  /// The column that is an alias of the rowid, or `nil`.
  ///
  /// It is the only primary-key column and has the type INTEGER, so that SQLite needs no index for
  /// it. A column declared DESC has an index and is not the rowid:
  /// <https://www.sqlite.org/lang_createtable.html#rowid>.
  package func rowIDColumn(
    _ indexes: @autoclosure () throws -> [IndexInfo]
  ) rethrows -> String? {
    guard !isWithoutRowID, primaryKey.count == 1, SQLName(primaryKey[0].type) == "INTEGER",
      try indexes().primaryKey == nil
    else { return nil }
    return primaryKey[0].name
  }

  package func rowIDColumn(_ db: Database) throws -> String? {
    try rowIDColumn(db.allIndexes(on: name, in: schema))
  }
}

extension TableShape {
  /// Reads the shape of a table; it has no columns if the table does not exist.
  ///
  /// To read many tables, pass the names of all WITHOUT ROWID tables: SQLite otherwise visits all
  /// tables for each one.
  package init(
    _ db: Database, name: String, schema: String, withoutRowID: Set<SQLName>? = nil
  ) throws {
    self.init(
      name: name, schema: schema, columns: try db.allColumns(of: name, in: schema),
      isWithoutRowID: try withoutRowID?.contains(SQLName(name))
        ?? db.tableList(in: schema, .named(name)).first?.isWithoutRowID ?? false)
  }

  package static func tablesWithoutRowID(_ db: Database, schema: String) throws -> Set<SQLName> {
    Set(try db.tableList(in: schema, .withoutRowID).map { SQLName($0.name) })
  }
}
