internal import MigratorSQLite

/// Dropped columns whose values have no tokens, such as codes, flags and references.
///
/// A single such value proves nothing. The values were moved if each row has a successor with the
/// same value in one new column.
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
        guard values.isSubset(of: after.tables[place].rows.map { $0.values[new].comparable }) else {
          return false
        }
        return holds(column, in: new, rows, of: table, matches.filter { $0.value.table == place })
          || isCopied(column, to: new, rows, of: table, in: after.tables[place])
      }
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
