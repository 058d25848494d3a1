internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite

/// The columns and keys that a definition of a table declares.
struct TableLayout: Sendable {
  let name: String
  /// The columns that store values.
  let columns: [ColumnInfo]
  let generatedColumns: Set<SQLName>
  /// A name of the rowid that no column hides, or `nil` without a rowid.
  let rowIDName: String?
  /// The index in ``columns`` of the rowid's alias, or `nil`.
  let rowIDColumn: Int?
  /// The indices in ``columns`` of the primary key, in the order of the key.
  let keyColumns: [Int]
  let foreignKeys: [ForeignKeyInfo]

  private let places: [SQLName: Int]

  init(_ db: Database, name: String) throws {
    let shape = try TableShape(db, name: name, schema: "main")
    self.name = name
    columns = shape.columns.filter(\.isOrdinary)
    generatedColumns = Set(shape.columns.filter(\.isGenerated).map { SQLName($0.name) })
    rowIDName = shape.rowIDName
    let places = Dictionary(
      columns.enumerated().map { (SQLName($1.name), $0) }, uniquingKeysWith: { first, _ in first })
    self.places = places
    rowIDColumn = try shape.rowIDColumn(db).flatMap { places[SQLName($0)] }
    keyColumns = shape.primaryKey.compactMap { places[SQLName($0.name)] }
    // A parent that does not exist has no primary key to refer to.
    foreignKeys = try db.declaredForeignKeys(on: name, in: "main").map { key in
      key.resolved { (try? db.primaryKey(key.destinationTable, in: "main").columns) ?? [] }
    }
  }

  var quotedName: String { "main.\(name.quotedDatabaseIdentifier)" }

  func index(of column: SQLName) -> Int? { places[column] }

  /// The query for all rows: the columns, and then the rowid if there is one.
  var query: String {
    let names = columns.map(\.name.quotedDatabaseIdentifier) + [rowIDName].compactMap(\.self)
    return "SELECT \(names.isEmpty ? "NULL" : names.joined(separator: ", ")) FROM \(quotedName)"
  }
}
