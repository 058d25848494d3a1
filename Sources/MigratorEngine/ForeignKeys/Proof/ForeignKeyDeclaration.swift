internal import MigratorSQLite

/// A foreign key as its table declares it, without information from the parent.
struct ForeignKeyDeclaration {
  let table: String
  let tableKey: SQLName
  let id: Int
  let parent: String
  let parentKey: SQLName
  let columns: [String]
  /// The parent columns; `nil` for the primary key.
  let parentColumns: [String]?

  init(table: String, _ key: ForeignKeyInfo) {
    self.table = table
    tableKey = SQLName(table)
    id = key.id
    parent = key.destinationTable
    parentKey = SQLName(key.destinationTable)
    columns = key.originColumns
    parentColumns = key.declaredDestinationColumns
  }

  /// Identifies foreign keys of the same meaning, whatever their ids.
  struct Identity: Hashable {
    let table: SQLName
    let parent: SQLName
    let columns: [SQLName]
    let parentColumns: [SQLName]?
  }

  var identity: Identity {
    Identity(
      table: tableKey, parent: parentKey, columns: columns.map(SQLName.init(_:)),
      parentColumns: parentColumns?.map(SQLName.init(_:)))
  }

  /// The key under which the census counts violations.
  var censusKey: ViolationCensus.Key {
    ViolationCensus.Key(
      originKey: tableKey, columns: columns.map(SQLName.init(_:)), destinationKey: parentKey)
  }
}
