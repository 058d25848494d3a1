internal import MigratorSQLite

/// The place of a row in database contents: its table and its index in that table.
struct RowPlace: Hashable, Sendable, Comparable {
  let table: Int
  let row: Int

  static func < (one: Self, other: Self) -> Bool {
    (one.table, one.row) < (other.table, other.row)
  }
}

/// The references between the rows of database contents.
struct RowReferences {
  private var parents: [RowPlace: [RowPlace]] = [:]
  private var children: [RowPlace: [RowPlace]] = [:]

  init(_ contents: DatabaseContents) {
    for (index, table) in contents.tables.enumerated() {
      for key in table.layout.foreignKeys {
        link(key, of: index, contents)
      }
    }
  }

  private mutating func link(
    _ key: ForeignKeyInfo, of index: Int, _ contents: DatabaseContents
  ) {
    let table = contents.tables[index]
    guard let parent = contents.index(of: SQLName(key.destinationTable)) else { return }
    let parentTable = contents.tables[parent]
    let columns = key.originColumns.compactMap { table.layout.index(of: SQLName($0)) }
    let targets = key.destinationColumns.compactMap {
      parentTable.layout.index(of: SQLName($0))
    }
    guard !columns.isEmpty, columns.count == key.originColumns.count,
      targets.count == columns.count
    else { return }
    var places: [[DatabaseValue]: Int] = [:]
    for (place, row) in parentTable.rows.enumerated() {
      places[targets.map { row.values[$0].comparable }] = place
    }
    for (place, row) in table.rows.enumerated() {
      let values = columns.map { row.values[$0].comparable }
      guard !values.contains(where: \.isNull), let found = places[values] else { continue }
      let (child, parent) = (
        RowPlace(table: index, row: place), RowPlace(table: parent, row: found)
      )
      parents[child, default: []].append(parent)
      children[parent, default: []].append(child)
    }
  }

  /// Adds the rows to which the given rows refer, directly or indirectly.
  func withParents(_ rows: Set<RowPlace>) -> Set<RowPlace> { closure(rows, parents) }

  /// Adds the rows that refer to the given rows, directly or indirectly.
  func withChildren(_ rows: Set<RowPlace>) -> Set<RowPlace> { closure(rows, children) }

  /// Sorts rows so that each follows the rows to which it refers, except in a cycle.
  ///
  /// `last` is at the end, unless others refer to it.
  func parentsFirst(_ rows: Set<RowPlace>, last: RowPlace? = nil) -> [RowPlace] {
    var sorted: [RowPlace] = []
    var seen: Set<RowPlace> = []
    func visit(_ row: RowPlace) {
      guard rows.contains(row), seen.insert(row).inserted else { return }
      (parents[row] ?? []).forEach(visit)
      sorted.append(row)
    }
    rows.sorted().filter { $0 != last }.forEach(visit)
    if let last { visit(last) }
    return sorted
  }

  private func closure(
    _ rows: Set<RowPlace>, _ links: [RowPlace: [RowPlace]]
  ) -> Set<RowPlace> {
    var found = rows
    var open = Array(rows)
    while let row = open.popLast() {
      for next in links[row] ?? [] where found.insert(next).inserted { open.append(next) }
    }
    return found
  }
}

extension DatabaseValue {
  /// The value as a foreign key compares it: an integer and an equal real number are the same
  /// value.
  var comparable: DatabaseValue {
    guard case .double(let number) = storage, let whole = Int64(exactly: number) else {
      return self
    }
    return whole.databaseValue
  }
}

extension Database {
  /// Deletes rows without firing triggers or foreign-key actions.
  func delete(_ rows: some Sequence<RowPlace>, of contents: DatabaseContents) throws {
    try execute(sql: "PRAGMA foreign_keys = OFF")
    try withoutTriggers {
      try inTransaction(.immediate) {
        let places = Dictionary(grouping: rows, by: \.table)
        for (index, rows) in places.sorted(by: { $0.key < $1.key }) {
          try delete(rows.map(\.row), of: contents.tables[index])
        }
        return .commit
      }
    }
    try rebuildFullTextIndexes()
  }

  private func delete(_ rows: [Int], of table: DatabaseContents.Table) throws {
    if rows.count == table.rows.count {
      return try execute(sql: "DELETE FROM \(table.layout.quotedName)")
    }
    for row in rows {
      let found = table.rows[row]
      if let name = table.layout.rowIDName, let id = found.rowID {
        try execute(
          sql: "DELETE FROM \(table.layout.quotedName) WHERE \(name) = ?", arguments: [id])
      } else {
        let keys = table.layout.keyColumns
        let condition = keys.map {
          "\(table.layout.columns[$0].name.quotedDatabaseIdentifier) IS ?"
        }.joined(separator: " AND ")
        try execute(
          sql: "DELETE FROM \(table.layout.quotedName) WHERE \(condition)",
          arguments: StatementArguments(keys.map { found.values[$0] }))
      }
    }
  }

  /// Rebuilds full-text indexes from their content tables, because the triggers did not run.
  ///
  /// Source: <https://www.sqlite.org/fts5.html#the_rebuild_command>.
  private func rebuildFullTextIndexes() throws {
    let names = try String.fetchAll(
      self,
      sql: """
        SELECT name FROM main.sqlite_master
        WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%USING%fts%'
        """)
    for name in names {
      let table = name.quotedDatabaseIdentifier
      // A contentless index cannot be rebuilt.
      try? execute(sql: "INSERT INTO main.\(table) (\(table)) VALUES ('rebuild')")
    }
  }
}
