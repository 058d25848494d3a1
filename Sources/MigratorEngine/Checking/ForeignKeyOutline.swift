internal import MigratorSQLite

/// A foreign key as its table declares it, without a look at the parent.
struct ForeignKeyOutline {
  let table: String
  let tableKey: FoldedName
  let id: Int
  let parent: String
  let parentKey: FoldedName
  let columns: [String]
  /// The columns referred to; `nil` stands for the parent's primary key.
  let parentColumns: [String]?

  /// What makes two foreign keys mean the same, whatever their numbers.
  struct Identity: Hashable {
    let table: FoldedName
    let parent: FoldedName
    let columns: [FoldedName]
    let parentColumns: [FoldedName]?
  }

  var identity: Identity {
    Identity(
      table: tableKey, parent: parentKey, columns: columns.map(FoldedName.init),
      parentColumns: parentColumns?.map(FoldedName.init))
  }

  /// The key under which violations are counted.
  var censusKey: ViolationCensus.Key {
    ViolationCensus.Key(
      originKey: tableKey, columns: columns.map(FoldedName.init), destinationKey: parentKey)
  }
}
