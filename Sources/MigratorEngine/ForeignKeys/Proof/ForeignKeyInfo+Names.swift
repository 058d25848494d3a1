internal import MigratorSQLite

// The names of a foreign key, in the form in which SQLite compares them.
extension ForeignKeyInfo {
  var tableKey: SQLName { SQLName(originTable) }
  var parentKey: SQLName { SQLName(destinationTable) }

  var censusKey: ViolationCensus.Key { ViolationCensus.Key(self) }

  /// Identifies foreign keys with the same meaning, regardless of their ids.
  struct Identity: Hashable {
    let key: ViolationCensus.Key
    /// The parent columns; `nil` for the primary key.
    let parentColumns: [SQLName]?
  }

  var identity: Identity {
    Identity(key: censusKey, parentColumns: declaredDestinationColumns?.map(SQLName.init(_:)))
  }
}
