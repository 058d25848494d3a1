internal import MigratorSchema
internal import MigratorSQLite

/// Matches the rows after a migration to the rows before it.
struct RowMatching {
  let before: DatabaseContents
  let after: DatabaseContents
  let search: TokenSearch
  private let formerSearch: TokenSearch
  private let lineage: SchemaLineage?
  private let tokens: Set<DatabaseValue>

  init(
    _ before: DatabaseContents, _ after: DatabaseContents, lineage: SchemaLineage?,
    tokens: Set<DatabaseValue>
  ) {
    (self.before, self.after, self.lineage, self.tokens) = (before, after, lineage, tokens)
    search = TokenSearch(after, for: tokens)
    formerSearch = TokenSearch(before, for: tokens)
  }

  /// True for a value that was generated for one cell.
  func isToken(_ value: DatabaseValue) -> Bool { tokens.contains(value.comparable) }

  /// The table that now contains the rows: the same one, its successor, or the one with most of its
  /// tokens; `nil` if the table was dropped with all rows.
  func target(of index: Int) -> Int? {
    let table = before.tables[index]
    let name = lineage?.place(ofTable: table.name) ?? table.name
    if let place = after.index(of: name) { return place }
    var counts: [Int: Int] = [:]
    for row in table.rows {
      // A dropped table does not count as moved because of an earlier copy of its values.
      for value in row.values where isToken(value) && isOnlyHere(value, index) {
        for place in search.tables(with: value) { counts[place, default: 0] += 1 }
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// True if, before the migration, only the given table or column contains the value.
  func isOnlyHere(_ value: DatabaseValue, _ index: Int, _ column: Int? = nil) -> Bool {
    formerSearch.tables(with: value).allSatisfy { $0 == index }
      && (column == nil
        || formerSearch.spots(of: value, in: index).allSatisfy { $0.column == column })
      && !formerSearch.isInside(value)
  }

  /// The current index of each column that still exists.
  func columns(
    of table: DatabaseContents.Table, in target: DatabaseContents.Table
  ) -> [Int: Int] {
    var columns: [Int: Int] = [:]
    var dropped: [(index: Int, name: SQLName)] = []
    for (index, column) in table.layout.columns.enumerated() {
      let name = SQLName(column.name)
      guard let present = lineage?.present(ofColumn: name, in: table.name) else {
        dropped.append((index, name))
        continue
      }
      if let place = target.layout.index(of: present) { columns[index] = place }
    }
    // A new column replaces a dropped one of the same name, but a renamed column is a different
    // column.
    let taken = Set(columns.values)
    for (index, name) in dropped {
      guard let place = target.layout.index(of: name), !taken.contains(place) else { continue }
      columns[index] = place
    }
    return columns
  }

  /// For each row, the row after the migration that shares the most tokens with it, or has its key.
  func matches(
    of table: DatabaseContents.Table, in place: Int, _ columns: [Int: Int]
  ) -> [Int: RowPlace] {
    let target = after.tables[place]
    if let matches = matchesByKey(of: table, in: place, columns) { return matches }
    var matches: [Int: RowPlace] = [:]
    var taken: Set<RowPlace> = []
    for (row, values) in table.rows.enumerated() {
      var counts: [Int: Int] = [:]
      for (column, value) in values.values.enumerated()
      where isToken(value) && column != table.layout.rowIDColumn {
        for spot in search.spots(of: value, in: place) { counts[spot.row, default: 0] += 1 }
      }
      let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      guard let best else { continue }
      let match = RowPlace(table: place, row: best)
      matches[row] = match
      taken.insert(match)
    }
    // A row that lost all its tokens is still the same row if its key is the same. In another
    // table, any row may have an equal key.
    guard isSame(table, target), let keys = placesByKey(of: table, in: target, columns) else {
      return matches
    }
    let key = table.layout.keyColumns
    for (row, values) in table.rows.enumerated() where matches[row] == nil {
      guard let found = keys[key.map { values.values[$0].comparable }] else { continue }
      let match = RowPlace(table: place, row: found)
      if taken.insert(match).inserted { matches[row] = match }
    }
    return matches
  }

  /// The rows with the same keys, if all keys remain and no text contradicts.
  ///
  /// Tokens alone would confuse the rows of a column whose numbers were shifted by one.
  private func matchesByKey(
    of table: DatabaseContents.Table, in place: Int, _ columns: [Int: Int]
  ) -> [Int: RowPlace]? {
    let target = after.tables[place]
    guard isSame(table, target), table.rows.count == target.rows.count,
      let keys = placesByKey(of: table, in: target, columns)
    else { return nil }
    let key = table.layout.keyColumns
    var matches: [Int: RowPlace] = [:]
    var isConfirmed = false
    for (row, values) in table.rows.enumerated() {
      guard let found = keys[key.map { values.values[$0].comparable }] else { return nil }
      matches[row] = RowPlace(table: place, row: found)
      for value in values.values where isToken(value) && !value.isNumber {
        let spots = search.spots(of: value, in: place)
        if spots.contains(where: { $0.row == found }) {
          isConfirmed = true
        } else if !spots.isEmpty {
          return nil
        }
      }
    }
    return isConfirmed ? matches : nil
  }

  /// The rows after the migration by the primary key before it, or `nil` without such a key.
  private func placesByKey(
    of table: DatabaseContents.Table, in target: DatabaseContents.Table, _ columns: [Int: Int]
  ) -> [[DatabaseValue]: Int]? {
    let key = table.layout.keyColumns
    let keyPlaces = key.compactMap { columns[$0] }
    guard !key.isEmpty, keyPlaces.count == key.count else { return nil }
    return Dictionary(
      target.rows.enumerated().map { row, values in
        (keyPlaces.map { values.values[$0].comparable }, row)
      }, uniquingKeysWith: { $1 })
  }

  /// A row that is not matched yet, and equals the given row except for the missing tokens.
  func twin(
    of row: Int, in table: DatabaseContents.Table, _ place: Int, _ columns: [Int: Int],
    besides missing: [Int], _ taken: Set<RowPlace>
  ) -> RowPlace? {
    let shared = columns.filter {
      !missing.contains($0.key) && $0.key != table.layout.rowIDColumn
    }
    let values = table.rows[row].values
    let rows = after.tables[place].rows
    // Few equal values are enough only if no row can be missing.
    let isComplete = isSame(table, after.tables[place]) && rows.count >= table.rows.count
    guard isComplete || shared.count(where: { !values[$0.key].isNull }) > 1 else { return nil }
    let equals = rows.indices.lazy.map { RowPlace(table: place, row: $0) }.filter { place in
      !taken.contains(place)
        && shared.allSatisfy { values[$0].comparable == rows[place.row].values[$1].comparable }
    }
    // A row with NULL where the token was can be another one, which had NULL before.
    let present = missing.compactMap { columns[$0] }
    return equals.first { place in present.allSatisfy { !rows[place.row].values[$0].isNull } }
      ?? equals.first
  }

  /// True if a row without tokens has no equal row after the migration.
  func isGone(
    _ row: Int, of table: DatabaseContents.Table, in target: DatabaseContents.Table,
    _ columns: [Int: Int]
  ) -> Bool {
    let shared = columns.filter { $0.key != table.layout.rowIDColumn }.sorted { $0.key < $1.key }
    let values = shared.map { table.rows[row].values[$0.key].comparable }
    let isHere = target.rows.contains { other in
      shared.map { other.values[$0.value].comparable } == values
    }
    return !isHere && !isElsewhere(row, of: table, in: target)
  }

  /// True if the table still exists, or some of its rows are in another one.
  func isMoved(
    _ table: DatabaseContents.Table, to target: DatabaseContents.Table, _ found: Set<Int>
  ) -> Bool {
    !found.isEmpty || isSame(table, target)
  }

  /// True if a table after the migration is the same as one before, or its successor.
  func isSame(_ table: DatabaseContents.Table, _ target: DatabaseContents.Table) -> Bool {
    target.name == name(of: table.name)
  }

  /// The current name of a table; the former one if it was dropped.
  func name(of table: SQLName) -> SQLName { lineage?.place(ofTable: table) ?? table }

  /// The other names that a table had before the migration.
  func formerNames(of table: SQLName) -> [SQLName] {
    before.tables.map(\.name).filter { $0 != table && name(of: $0) == table }
  }
}
