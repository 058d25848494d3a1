internal import MigratorSQLite

/// Dropped columns whose values are not found unchanged: codes, flags, references, and numbers or
/// times that were converted.
///
/// Such a value alone proves nothing. It was moved if each row has a successor whose value in one
/// new column is the same, or determines it.
extension ContentComparison {
  /// True if all values of a dropped column are in one new column, of the same rows or of rows that
  /// refer to them.
  func isCarried(
    _ column: Int, of index: Int, _ matches: [Int: RowPlace] = [:], besides lost: Set<Int> = []
  ) -> Bool {
    let table = before.tables[index]
    let rows = table.rows.indices.filter {
      !table.rows[$0].values[column].isNull && !lost.contains($0)
    }
    let values = Set(rows.map { table.rows[$0].values[column].comparable })
    // A column with one value may equal any constant.
    guard values.count > 1 else { return false }
    return after.tables.indices.contains { place in
      newColumns(of: place).contains { new in
        if converts(column, to: new, rows, of: table, matches, in: place) { return true }
        guard values.isSubset(of: after.tables[place].rows.map { $0.values[new].comparable }) else {
          return false
        }
        return holds(column, in: new, rows, of: table, matches.filter { $0.value.table == place })
          || isCopied(column, to: new, rows, of: table, in: after.tables[place])
      }
    }
  }

  /// True if the values of a new column determine those of a dropped one: different codes have
  /// different successors, or all numbers were multiplied and shifted alike.
  private func converts(
    _ column: Int, to new: Int, _ rows: [Int], of table: DatabaseContents.Table,
    _ matches: [Int: RowPlace], in place: Int
  ) -> Bool {
    var pairs: [DatabaseValue: DatabaseValue] = [:]
    for row in rows {
      guard let match = matches[row], match.table == place else { return false }
      let old = table.rows[row].values[column].comparable
      let value = after.tables[place].rows[match.row].values[new].comparable
      if value.isNull || pairs.updateValue(value, forKey: old).map({ $0 != value }) == true {
        return false
      }
    }
    guard Set(pairs.values).count == pairs.count else { return false }
    // Values of their own in each row also differ, but need not have anything in common.
    let areCodes = !pairs.keys.contains(where: matching.isToken) && rows.count > pairs.count
    return areCodes || Self.isLinear(pairs)
  }

  /// True if each number is the other one, multiplied by a factor and shifted.
  private static func isLinear(_ pairs: [DatabaseValue: DatabaseValue]) -> Bool {
    let points = pairs.compactMap { old, new -> (x: Double, y: Double)? in
      guard let x = old.magnitude, let y = new.magnitude else { return nil }
      return (x, y)
    }.sorted { $0.x < $1.x }
    guard points.count == pairs.count, points.count > 2, let first = points.first,
      let last = points.last, last.x > first.x, last.y != first.y
    else { return false }
    let factor = (last.y - first.y) / (last.x - first.x)
    return points.allSatisfy { point in
      abs(first.y + (point.x - first.x) * factor - point.y) <= 1e-6 * max(1, abs(factor))
    }
  }

  /// The columns that a table did not have before.
  private func newColumns(of place: Int) -> [Int] {
    let target = after.tables[place]
    guard let former = before[target.name], target !== former else {
      return before[target.name] == nil ? Array(target.layout.columns.indices) : []
    }
    return target.layout.columns.indices.filter {
      former.layout.index(of: SQLName(target.layout.columns[$0].name)) == nil
    }
  }

  /// True if the successors of rows have the values of a column in another column.
  private func holds(
    _ column: Int, in new: Int, _ rows: [Int], of table: DatabaseContents.Table,
    _ matches: [Int: RowPlace]
  ) -> Bool {
    rows.allSatisfy { row in
      guard let match = matches[row] else { return false }
      return after.tables[match.table].rows[match.row].values[new].comparable
        == table.rows[row].values[column].comparable
    }
  }

  /// True if rows of another table have the values of a column, next to a key or token of the rows.
  private func isCopied(
    _ column: Int, to new: Int, _ rows: [Int], of table: DatabaseContents.Table,
    in target: DatabaseContents.Table
  ) -> Bool {
    let key = table.layout.keyColumns.count == 1 ? table.layout.keyColumns : []
    let links = table.layout.columns.indices.filter { link in
      link != column
        && (key.contains(link) || rows.allSatisfy { matching.isToken(table.rows[$0].values[link]) })
    }
    return links.contains { link in
      target.layout.columns.indices.contains { place in
        guard place != new else { return false }
        let pairs = Set(
          target.rows.map { [$0.values[place].comparable, $0.values[new].comparable] })
        return rows.allSatisfy { row in
          let values = table.rows[row].values
          return pairs.contains([values[link].comparable, values[column].comparable])
        }
      }
    }
  }
}
