internal import MigratorSQLite
internal import MigratorSchema

struct TablePair {
  typealias Columns = (former: ColumnInfo, present: ColumnInfo)

  /// The columns, or the rowid, by which a row is found; they exist in both tables.
  struct Key {
    let former: [String]
    let present: [String]
    /// True if the key is the rowid, by a name that is not the name of a column.
    let isRowID: Bool
  }

  let former: TableShape
  let present: TableShape
  /// The columns that exist in both tables, without generated ones, which store nothing.
  let columns: [Columns]
  let newColumns: [ColumnInfo]
  let droppedColumns: [ColumnInfo]

  /// Pairs the columns by lineage, or by name if `lineage` is `nil`.
  init(former: TableShape, present: TableShape, lineage: SchemaLineage?) {
    self.former = former
    self.present = present
    let now = Dictionary(
      present.columns.map { (SQLName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    let table = SQLName(former.name)
    columns = former.storedColumns.compactMap { column in
      let name = SQLName(column.name)
      let present = lineage.map { $0.present(ofColumn: name, in: table) } ?? name
      return present.flatMap { now[$0] }.map { (column, $0) }
    }
    let taken = Set(columns.map { SQLName($0.present.name) })
    newColumns = present.storedColumns.filter { !taken.contains(SQLName($0.name)) }
    let kept = Set(columns.map { SQLName($0.former.name) })
    droppedColumns = former.storedColumns.filter { !kept.contains(SQLName($0.name)) }
  }

  /// The rowid, if both tables have a name for it that is not the name of a column.
  var rowID: Key? {
    guard let formerID = former.rowIDName, let presentID = present.rowIDName else { return nil }
    return Key(former: [formerID], present: [presentID], isRowID: true)
  }

  var haveSameKeyColumn: Bool {
    columns.contains {
      $0.former.primaryKeyIndex == 1 && $0.present.primaryKeyIndex == 1
    }
  }

  /// A key of columns that exist in both tables, or `nil` if one was dropped.
  func key(of former: [String]) -> Key? {
    let pairs = former.compactMap { name in
      columns.first { SQLName($0.former.name) == SQLName(name) }
    }
    guard !pairs.isEmpty, pairs.count == former.count else { return nil }
    return Key(former: former, present: pairs.map(\.present.name), isRowID: false)
  }

  /// The primary key, if it is the same in both tables.
  ///
  /// SQLite finds a row by it without a table scan.
  var primaryKey: Key? {
    guard let key = key(of: former.primaryKey.map(\.name)),
      Set(key.present.map(SQLName.init(_:)))
        == Set(present.primaryKey.map { SQLName($0.name) })
    else { return nil }
    return key
  }
}

extension TablePair {
  /// This table pair with each dropped column matched to the new column at the given position.
  func pairing(_ places: [Int?]) -> TablePair {
    let pairs = zip(droppedColumns, places).compactMap { gone, place in
      place.map { (former: gone, present: newColumns[$0]) }
    }
    return TablePair(
      former: former, present: present, columns: columns + pairs,
      newColumns: newColumns.indices.filter { !places.contains($0) }.map { newColumns[$0] },
      droppedColumns: zip(droppedColumns, places).filter { $0.1 == nil }.map(\.0))
  }

  /// This table pair with each dropped primary-key column matched to the new column at the same
  /// position in the key.
  ///
  /// `nil` if there are none.
  var pairingKeys: TablePair? {
    let (old, new) = (former.primaryKey, present.primaryKey)
    guard old.count == new.count else { return nil }
    var places = [Int?](repeating: nil, count: droppedColumns.count)
    for (old, new) in zip(old, new) {
      guard let gone = droppedColumns.firstIndex(where: { $0.name == old.name }) else { continue }
      guard let place = newColumns.firstIndex(where: { $0.name == new.name }) else { return nil }
      places[gone] = place
    }
    return places.contains { $0 != nil } ? pairing(places) : nil
  }

  private init(
    former: TableShape, present: TableShape, columns: [Columns], newColumns: [ColumnInfo],
    droppedColumns: [ColumnInfo]
  ) {
    self.former = former
    self.present = present
    self.columns = columns
    self.newColumns = newColumns
    self.droppedColumns = droppedColumns
  }

  /// The key that identifies rows if no row can have replaced another, or `nil`.
  func key(hasBefore: Bool, hasAfter: Bool) -> Key? {
    if hasBefore && hasAfter { return rowID ?? primaryKey }
    return Key(of: hasAfter ? present : former)
  }

  /// All stored columns: the current ones in order, then the dropped ones.
  var listedColumns: [(former: ColumnInfo?, present: ColumnInfo?)] {
    let former = Dictionary(
      columns.map { (SQLName($0.present.name), $0.former) }, uniquingKeysWith: { first, _ in first }
    )
    return present.storedColumns.map { (former[SQLName($0.name)], $0) }
      + droppedColumns.map { ($0, nil) }
  }
}

extension TablePair.Key {
  /// The key of a table's rows, or `nil` if columns use all three names of the rowid.
  fileprivate init?(of table: TableShape) {
    if let name = table.rowIDName {
      self.init(former: [name], present: [name], isRowID: true)
    } else {
      let names = table.primaryKey.map(\.name)
      guard table.isWithoutRowID, !names.isEmpty else { return nil }
      self.init(former: names, present: names, isRowID: false)
    }
  }
}
