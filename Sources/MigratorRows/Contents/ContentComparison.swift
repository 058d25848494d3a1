internal import MigratorSchema
public import MigratorSQLite

/// A table or column whose generated values were all found after a migration.
public struct KeptData: Sendable, Hashable {
  let table: SQLName
  let column: SQLName?

  /// Creates the value for a table, or for one of its columns.
  public init(table: SQLName, column: SQLName?) {
    (self.table, self.column) = (table, column)
  }
}

/// Compares rows before and after a migration, and finds lost rows and values.
///
/// Only tokens prove a loss: values that were generated for one cell. A token that is found anywhere
/// after the migration was moved, not lost.
struct ContentComparison {
  /// A loss in a column, or of rows.
  struct Loss {
    let way: GeneratedFinding.Way
    let table: Int
    /// The column, or `nil` for rows.
    let column: Int?
    /// The affected rows before the migration, and the rows that replace them.
    let rows: [(before: Int, after: RowPlace?)]
  }

  /// Integer keys that changed.
  struct Renumbering {
    let table: Int
    let rows: [(before: Int, after: RowPlace)]
    /// The columns of foreign keys that contain a former key.
    let references: [String]
  }

  let before: DatabaseContents
  let after: DatabaseContents
  let matching: RowMatching
  private(set) var losses: [Loss] = []
  private(set) var renumberings: [Renumbering] = []
  /// The tables and columns that are dropped or moved, but whose tokens all remain.
  private(set) var kept: Set<KeptData> = []
  /// The columns that are no longer in their table, and had values, none of which is known to be lost.
  private(set) var moved: Set<KeptData> = []

  init(
    _ before: DatabaseContents, _ after: DatabaseContents, lineage: SchemaLineage?,
    tokens: Set<DatabaseValue>
  ) {
    (self.before, self.after) = (before, after)
    matching = RowMatching(before, after, lineage: lineage, tokens: tokens)
    for table in before.tables.indices where hasChanged(table) { compare(table) }
  }

  /// True unless a table has the same rows as before.
  private func hasChanged(_ index: Int) -> Bool {
    let table = before.tables[index]
    guard let other = after[table.name] else { return true }
    if other === table { return false }
    guard other.rows == table.rows else { return true }
    return !other.layout.columns.elementsEqual(table.layout.columns) { $0.name == $1.name }
  }

  private mutating func compare(_ index: Int) {
    let table = before.tables[index]
    guard !table.rows.isEmpty else { return }
    guard let place = matching.target(of: index) else {
      noteMerged(index)
      return
    }
    let target = after.tables[place]
    let columns = matching.columns(of: table, in: target)
    let matches = matching.matches(of: table, in: place, columns)
    var taken = Set(matches.values)
    var lost: [Int] = []
    var pairs: [Int: [(before: Int, after: RowPlace?)]] = [:]
    var foundColumns: Set<Int> = []
    let references = Set(
      table.layout.foreignKeys.flatMap(\.originColumns).compactMap {
        table.layout.index(of: SQLName($0))
      })
    for (row, values) in table.rows.enumerated() {
      let own = values.values.indices.filter {
        matching.isToken(values.values[$0]) && $0 != table.layout.rowIDColumn
      }
      let missing = own.filter { !matching.search.finds(values.values[$0], first: place) }
      foundColumns.formUnion(
        own.filter { column in
          !missing.contains(column)
            && (columns[column] != nil || matching.isOnlyHere(values.values[column], index, column))
        })
      guard let match = matches[row] else {
        if own.isEmpty {
          if matching.isGone(row, of: table, in: target, columns) { lost.append(row) }
        } else if missing.count == own.count {
          guard
            let twin = matching.twin(of: row, in: table, place, columns, besides: missing, taken)
          else {
            lost.append(row)
            continue
          }
          taken.insert(twin)
          for column in missing { pairs[column, default: []].append((row, twin)) }
        }
        continue
      }
      for column in missing { pairs[column, default: []].append((row, match)) }
      for column in references where !missing.contains(column) {
        // A reference is not a token, but NULL in its place is a loss.
        if let present = columns[column], !values.values[column].isNull, match.table == place,
          target.rows[match.row].values[present].isNull
        {
          pairs[column, default: []].append((row, match))
        }
      }
    }
    if lost.isEmpty { lost = matching.replacedRows(of: table, in: target, columns, matches) }
    let carried = table.layout.columns.indices.filter {
      columns[$0] == nil && !foundColumns.contains($0)
        && isCarried($0, of: index, matches, besides: Set(lost))
    }
    for column in carried { pairs[column] = nil }
    noteGenerated(index, target, pairs)
    noteKept(index, target, columns, foundColumns.union(carried), lost: lost, missing: pairs)
    if !lost.isEmpty, matching.isMoved(table, to: target, foundColumns) {
      let kept = table.rows.count - target.rows.count
      // Rows without tokens may have been changed, not deleted.
      let withTokens = lost.filter { row in table.rows[row].values.contains(where: matching.isToken)
      }
      let rows = withTokens.isEmpty ? Array(lost.prefix(max(0, kept))) : lost
      if !rows.isEmpty {
        losses.append(
          Loss(way: .rows, table: index, column: nil, rows: rows.map { ($0, nil) }))
      }
    }
    for (column, rows) in pairs.sorted(by: { $0.key < $1.key }) {
      // That a column was dropped is found by comparing the schemas, without rows.
      guard columns[column] != nil || foundColumns.contains(column) else { continue }
      classify(rows, column: column, to: columns[column], of: index)
    }
    losses += resets(index, place, columns, matches)
    findExchanges(index, target, columns, matches)
    findRenumbering(index, place, matches)
  }

  /// Notes values of columns that are computed afterwards.
  private mutating func noteGenerated(
    _ index: Int, _ target: DatabaseContents.Table,
    _ missing: [Int: [(before: Int, after: RowPlace?)]]
  ) {
    let layout = before.tables[index].layout
    for (column, rows) in missing.sorted(by: { $0.key < $1.key })
    where target.layout.generatedColumns.contains(SQLName(layout.columns[column].name)) {
      losses.append(Loss(way: .replaced, table: index, column: column, rows: rows))
    }
  }

  private mutating func noteKept(
    _ index: Int, _ target: DatabaseContents.Table, _ columns: [Int: Int], _ found: Set<Int>,
    lost: [Int], missing: [Int: [(before: Int, after: RowPlace?)]]
  ) {
    let layout = before.tables[index].layout
    let names = [layout.name, target.layout.name].map(SQLName.init(_:))
    for column in layout.columns.indices
    where columns[column] == nil && missing[column] == nil
      && before.tables[index].rows.contains(where: { !$0.values[column].isNull })
    {
      for name in names {
        moved.insert(KeptData(table: name, column: SQLName(layout.columns[column].name)))
      }
    }
    for column in found where missing[column] == nil {
      for name in names {
        kept.insert(KeptData(table: name, column: SQLName(layout.columns[column].name)))
      }
    }
    // Lost rows are reported as a separate finding; they do not prevent a column from being kept.
    if !found.isEmpty, missing.isEmpty, lost.isEmpty {
      kept.insert(KeptData(table: names[0], column: nil))
    }
  }

  /// Notes a dropped table whose rows other tables have taken over: as codes or as parts of a text.
  private mutating func noteMerged(_ index: Int) {
    let table = before.tables[index]
    let values = table.layout.columns.indices.filter { column in
      !table.layout.keyColumns.contains(column)
        && table.rows.contains { !$0.values[column].isNull }
    }
    func isStored(_ column: Int) -> Bool {
      let tokens = table.rows.map { $0.values[column] }.filter(matching.isToken)
      guard !tokens.isEmpty else { return isCarried(column, of: index) }
      return tokens.allSatisfy {
        matching.isOnlyHere($0, index, column) && matching.search.finds($0)
      }
    }
    if !values.isEmpty && values.allSatisfy(isStored) || isInDocuments(table) {
      kept.insert(KeptData(table: table.name, column: nil))
    }
  }

  private mutating func classify(
    _ rows: [(before: Int, after: RowPlace?)], column: Int, to place: Int?, of index: Int
  ) {
    func old(_ row: Int) -> DatabaseValue { before.tables[index].rows[row].values[column] }
    func new(_ row: RowPlace?) -> DatabaseValue? {
      guard let row, let place, row.table < after.tables.count else { return nil }
      return after.tables[row.table].rows[row.row].values[place]
    }
    var groups: [GeneratedFinding.Way: [(before: Int, after: RowPlace?)]] = [:]
    let results = Dictionary(grouping: rows) { new($0.after) ?? .null }
    for (value, rows) in results {
      if value.isClock { continue }
      if value.isNull {
        groups[.nulled, default: []] += rows
      } else if Set(rows.map { old($0.before) }).count > 1 || isShared(value, column, place, index)
      {
        groups[.merged, default: []] += rows
      } else {
        // Different values have different results, so this is a conversion, unless fractions were
        // lost.
        groups[.cut, default: []] += rows.filter { value.isCut(from: old($0.before)) }
      }
    }
    for (way, rows) in groups.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where !rows.isEmpty
    {
      losses.append(
        Loss(
          way: way, table: index, column: column, rows: rows.sorted { $0.before < $1.before }))
    }
  }

  /// True if another row, whose former value was another token, now has the same value.
  private func isShared(
    _ value: DatabaseValue, _ column: Int, _ place: Int?, _ index: Int
  ) -> Bool {
    guard let place, let target = matching.target(of: index) else { return false }
    let count = after.tables[target].rows.count { $0.values[place] == value }
    let former = before.tables[index].rows.count { $0.values[column] == value }
    return count > 1 && count > former + 1
  }

  /// Finds columns whose values are now in another existing column, whose own values are now
  /// elsewhere.
  private mutating func findExchanges(
    _ index: Int, _ target: DatabaseContents.Table, _ columns: [Int: Int],
    _ matches: [Int: RowPlace]
  ) {
    let table = before.tables[index]
    let origins = Dictionary(columns.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var exchanged: [Int: [(before: Int, after: RowPlace?)]] = [:]
    for (row, match) in matches {
      let values = table.rows[row].values
      for (column, value) in values.enumerated() where matching.isToken(value) {
        guard let place = columns[column] else { continue }
        func spots(of value: DatabaseValue) -> [Int] {
          matching.search.spots(of: value, in: match.table).filter { $0.row == match.row }
            .map(\.column)
        }
        let found = spots(of: value)
        guard let first = found.first, !found.contains(place), let origin = origins[first],
          matching.isToken(values[origin]),
          spots(of: values[origin]).contains(where: { $0 != first })
        else { continue }
        exchanged[column, default: []].append((row, match))
      }
    }
    for (column, rows) in exchanged.sorted(by: { $0.key < $1.key }) where rows.count > 1 {
      losses.append(
        Loss(
          way: .exchanged, table: index, column: column,
          rows: rows.sorted { $0.before < $1.before }))
    }
  }

  private mutating func findRenumbering(
    _ index: Int, _ place: Int, _ matches: [Int: RowPlace]
  ) {
    let table = before.tables[index]
    let target = after.tables[place]
    guard let key = table.layout.rowIDColumn, let newKey = target.layout.rowIDColumn else { return }
    let counts = Dictionary(matches.map { ($1, 1) }, uniquingKeysWith: +)
    let rows = matches.filter { row, match in
      counts[match] == 1 && match.table == place
        && table.rows[row].values[key] != target.rows[match.row].values[newKey]
    }
    guard !rows.isEmpty else { return }
    let former = Set(rows.keys.map { table.rows[$0].values[key].comparable })
    let references = matching.references(to: former, in: key, of: table)
    // In another table, the numbers may have been taken.
    guard !references.isEmpty || matching.isSame(table, target) else { return }
    renumberings.append(
      Renumbering(
        table: index,
        rows: rows.map { (before: $0.key, after: $0.value) }.sorted { $0.before < $1.before },
        references: references))
  }
}
