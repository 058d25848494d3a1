internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite

/// Rows without values of their own, such as pairs of references.
///
/// The values of such a row are found in its parents, and small integers are found everywhere. So
/// only rows that the migration inserted show that the row was moved.
extension RowMatching {
  /// True if a row without tokens was moved to another table, or merged with a row of its own
  /// table.
  func isElsewhere(
    _ row: Int, of table: DatabaseContents.Table, in target: DatabaseContents.Table
  ) -> Bool {
    let columns = table.layout.columns.indices.filter {
      $0 != table.layout.rowIDColumn && !table.rows[row].values[$0].isNull
    }
    let values = columns.map { table.rows[row].values[$0].comparable }
    // One value may have been changed in the process, unless too few others remain.
    let tolerance = values.count > 2 ? 1 : 0
    let isMoved = after.tables.contains { other in
      other !== target && hasGrown(other)
        && other.rows.contains { missing(values, in: $0).count <= tolerance }
    }
    if isMoved { return true }
    guard values.count > 1 else { return false }
    return target.rows.contains { other in
      let missing = missing(values, in: other)
      guard missing.count == 1, let place = missing.first else { return false }
      // The row, whose parent was deleted, now refers to another parent, as an equal row may have
      // done before.
      return isReferenceToDeletedRow(columns[place], of: table, values[place])
    }
  }

  /// The rows whose keys still exist, but in rows with different values, in a table that lost rows.
  ///
  /// The keys may have been given to other rows.
  func replacedRows(
    of table: DatabaseContents.Table, in target: DatabaseContents.Table, _ columns: [Int: Int],
    _ matches: [Int: RowPlace]
  ) -> [Int] {
    guard let key = table.layout.rowIDColumn, target.rows.count < table.rows.count,
      table.layout.keyColumns == [key]
    else { return [] }
    return matches.keys.sorted().filter { row in
      !table.rows[row].values.indices.contains { column in
        column != key && isToken(table.rows[row].values[column])
      } && isGone(row, of: table, in: target, columns)
    }
  }

  /// True if a row of a new key had no parent before the migration either.
  func wasOrphan(_ place: RowPlace, of key: ForeignKeyInfo) -> Bool {
    let table = after.tables[place.table]
    let isNew = !before.tables.contains { former in
      name(of: former.name) == table.name
        && former.layout.foreignKeys.contains { $0.originColumns == key.originColumns }
    }
    let columns = key.originColumns.compactMap { table.layout.index(of: SQLName($0)) }
    guard isNew, let parent = before[SQLName(key.destinationTable)] else { return false }
    let targets = key.destinationColumns.compactMap { parent.layout.index(of: SQLName($0)) }
    guard columns.count == targets.count else { return false }
    let values = columns.map { table.rows[place.row].values[$0].comparable }
    return !parent.rows.contains { row in targets.map { row.values[$0].comparable } == values }
  }

  private func missing(
    _ values: [DatabaseValue], in row: DatabaseContents.Row
  ) -> [Int] {
    let present = Set(row.values.map(\.comparable))
    return values.indices.filter { !present.contains(values[$0]) }
  }

  /// True if a table is new, or has more rows than before.
  private func hasGrown(_ table: DatabaseContents.Table) -> Bool {
    guard let former = before[table.name] else { return true }
    return former !== table && table.rows.count > former.rows.count
  }

  /// True if a value refers to a row that no longer exists.
  private func isReferenceToDeletedRow(
    _ column: Int, of table: DatabaseContents.Table, _ value: DatabaseValue
  ) -> Bool {
    let name = SQLName(table.layout.columns[column].name)
    return table.layout.foreignKeys.contains { key in
      guard let place = key.originColumns.firstIndex(where: { SQLName($0) == name }),
        key.destinationColumns.indices.contains(place),
        let former = before[SQLName(key.destinationTable)],
        let column = former.layout.index(of: SQLName(key.destinationColumns[place])),
        former.rows.contains(where: { $0.values[column].comparable == value })
      else { return false }
      guard let parent = after[self.name(of: former.name)],
        let present = columns(of: former, in: parent)[column]
      else { return true }
      return !parent.rows.contains { $0.values[present].comparable == value }
    }
  }

  /// The columns of foreign keys that still contain one of these former keys.
  ///
  /// Rows that now contain another value were changed together with the key.
  func references(
    to keys: Set<DatabaseValue>, in column: Int, of parent: DatabaseContents.Table
  ) -> [String] {
    let target = SQLName(parent.layout.columns[column].name)
    return before.tables.flatMap { child in
      child.layout.foreignKeys.filter { key in
        guard SQLName(key.destinationTable) == parent.name,
          let place = key.destinationColumns.firstIndex(where: { SQLName($0) == target }),
          let column = child.layout.index(of: SQLName(key.originColumns[place])),
          let index = after.index(of: name(of: child.name))
        else { return false }
        let columns = columns(of: child, in: after.tables[index])
        guard let present = columns[column] else { return false }
        let matches = matches(of: child, in: index, columns)
        return child.rows.indices.contains { row in
          let value = child.rows[row].values[column].comparable
          guard keys.contains(value), let match = matches[row] else { return false }
          return after.tables[match.table].rows[match.row].values[present].comparable == value
        }
      }.map { "\(child.layout.name).\($0.originColumns.joined(separator: ", "))" }
    }
  }
}
