internal import MigratorSQLite
internal import MigratorSchema

/// Columns of codes or flags that a rebuild of the table does not copy.
///
/// A code alone proves nothing: a migration may replace it. But if rows with different codes all
/// have the default afterwards, and the statement that copied them leaves the column out, the codes
/// are lost.
extension ContentComparison {
  /// The columns without tokens whose different values became one value, or NULL, in all rows.
  func resets(
    _ index: Int, _ place: Int, _ columns: [Int: Int], _ matches: [Int: RowPlace]
  ) -> [Loss] {
    let table = before.tables[index]
    let rows = matches.filter { $0.value.table == place }.sorted { $0.key < $1.key }
    let keys =
      table.layout.keyColumns
      + table.layout.foreignKeys.flatMap { key in
        key.originColumns.compactMap { table.layout.index(of: SQLName($0)) }
      }
    return columns.sorted { $0.key < $1.key }.compactMap { column, present in
      guard !keys.contains(column), column != table.layout.rowIDColumn else { return nil }
      let old = rows.map { table.rows[$0.key].values[column].comparable }
      let new = Set(rows.map { after.tables[place].rows[$0.value.row].values[present].comparable })
      let set = Set(old.filter { !$0.isNull })
      guard new.count == 1, let value = new.first, set.count > (value.isNull ? 0 : 1),
        !old.contains(where: matching.isToken)
      else { return nil }
      let changed = zip(rows, old).filter { !$0.1.isNull && $0.1 != value }.map(\.0)
      return Loss(
        way: value.isNull ? .nulled : .merged, table: index, column: column,
        rows: changed.map { ($0.key, $0.value) })
    }
  }

  /// True if a loss is one of ``resets(_:_:_:_:)``.
  func isReset(_ loss: Loss) -> Bool {
    guard let column = loss.column, loss.way == .merged || loss.way == .nulled else { return false }
    let table = before.tables[loss.table]
    let isReference = table.layout.foreignKeys.contains {
      $0.originColumns.contains { SQLName($0) == SQLName(table.layout.columns[column].name) }
    }
    return !isReference
      && !loss.rows.contains { row in
        matching.isToken(table.rows[row.before].values[column])
      }
  }
}
