internal import MigratorSQLite

/// The tables of a schema and their foreign keys, each read on first use and cached.
///
/// Valid only while the schema does not change.
final class ForeignKeyCatalog {
  private let db: Database
  let schema: String
  private var tables: [SQLName: TableShape] = [:]
  private var indexes: [SQLName: [IndexInfo]] = [:]
  private var withoutRowID: Set<SQLName>?
  private var keys: [SQLName: [ForeignKeyInfo]] = [:]
  private var rowStatements: [SQLName: (statement: Statement, columns: [String])] = [:]
  /// The statement used last, because consecutive rows usually belong to one table.
  private var lastRowStatement: (table: String, statement: Statement, columns: [String])?
  private var identifyingColumns: [SQLName: RowIdentity.Columns] = [:]
  private var storedClasses: [SQLName: [SQLName: StoredClass]] = [:]

  init(_ db: Database, schema: String = "main") {
    self.db = db
    self.schema = schema
  }

  /// Returns the names of the tables with foreign keys, sorted.
  func tablesWithForeignKeys() throws -> [String] {
    try db.tablesWithForeignKeys(in: schema)
  }

  func table(_ name: String) throws -> TableShape {
    if let known = tables[SQLName(name)] { return known }
    let without = try withoutRowID ?? TableShape.tablesWithoutRowID(db, schema: schema)
    withoutRowID = without
    let shape = try TableShape(db, name: name, schema: schema, withoutRowID: without)
    tables[SQLName(name)] = shape
    return shape
  }

  func exists(_ table: String) throws -> Bool { try !self.table(table).columns.isEmpty }

  func indexes(of table: String) throws -> [IndexInfo] {
    if let known = indexes[SQLName(table)] { return known }
    let found = try db.allIndexes(on: table, in: schema)
    indexes[SQLName(table)] = found
    return found
  }

  /// Returns the values of a row, with at most `limit` bytes of each string or blob.
  ///
  /// Returns `nil` if the row is gone or cannot be identified. The statement for rowids is cached,
  /// because there may be many violations.
  func row(
    _ key: TableShape.RowKey, of table: String, limit: Int?
  ) throws -> FoundRow? {
    if case .rowID(let rowID) = key, let known = rowStatement(of: table) {
      return try known.statement.firstExcerpts(rowID: rowID, limit: limit).map {
        FoundRow(columns: known.columns, values: $0)
      }
    }
    let shape = try self.table(table)
    if case .rowID = key, let rowIDName = shape.rowIDName {
      let statement = try db.makeStatement(
        sql: "SELECT * FROM \(shape.quotedName) WHERE \(rowIDName) = ?")
      rowStatements[SQLName(table)] = (statement, statement.columnNames)
      return try row(key, of: table, limit: limit)
    }
    guard let condition = shape.condition(key) else { return nil }
    let statement = try db.makeStatement(
      sql: "SELECT * FROM \(shape.quotedName) WHERE \(condition)")
    return try statement.firstExcerpts(limit: limit).map {
      FoundRow(columns: statement.columnNames, values: $0)
    }
  }

  private func rowStatement(of table: String) -> (statement: Statement, columns: [String])? {
    if let last = lastRowStatement, last.table.hasSameBytes(as: table) {
      return (last.statement, last.columns)
    }
    guard let known = rowStatements[SQLName(table)] else { return nil }
    lastRowStatement = (table, known.statement, known.columns)
    return known
  }

  /// Returns the columns that identify the rows of a table independently of the rowid.
  func identifyingColumns(of name: String) throws -> RowIdentity.Columns {
    if let known = identifyingColumns[SQLName(name)] { return known }
    let columns = RowIdentity.Columns(of: try table(name))
    identifyingColumns[SQLName(name)] = columns
    return columns
  }

  func storedClass(of column: String, in table: String) throws -> StoredClass {
    if let known = storedClasses[SQLName(table)]?[SQLName(column)] { return known }
    let found = try StoredClass(of: column, in: self.table(table), db)
    storedClasses[SQLName(table), default: [:]][SQLName(column)] = found
    return found
  }

  /// Returns the foreign keys of a table, in the order of their ids.
  func foreignKeys(of table: String) throws -> [ForeignKeyInfo] {
    if let known = keys[SQLName(table)] { return known }
    let found = try db.declaredForeignKeys(on: table, in: schema).map { key in
      try key.resolved { try self.table(key.destinationTable).primaryKey.map(\.name) }
    }
    keys[SQLName(table)] = found
    return found
  }
}

/// The values of a row, and the names of their columns.
struct FoundRow {
  let columns: [String]
  let values: [ValueExcerpt]

  /// Returns the index of the first column with each name, or `nil` if there is none.
  func places(of names: [SQLName]) -> [Int?] {
    let own = columns.map(SQLName.init(_:))
    return names.map(own.firstIndex(of:))
  }
}
