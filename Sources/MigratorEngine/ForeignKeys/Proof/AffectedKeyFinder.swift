internal import MigratorSQLite

/// Finds the foreign keys that may have been violated since all of them were last checked.
///
/// SQLite's check of a foreign key reads the child's columns and rows, and the parent's columns,
/// unique indexes and keys. If no change affects these, the result is unchanged.
struct AffectedKeyFinder {
  /// The possible changes to a table that matter to a foreign key.
  private enum State {
    case same
    /// Only the logged rows are new or different; other rows may have been deleted.
    case rows(Set<Int64>)
    /// Rows were only added, which causes no violation in the children.
    case grown
    case anything
  }

  let before: SchemaRows
  let after: SchemaRows
  let directoryBefore: ForeignKeyDirectory
  let directory: ForeignKeyDirectory
  let changes: ChangeRecord
  /// The rowids of the written rows; `nil` for a table with too many of them.
  let written: [SQLName: Set<Int64>?]

  /// Returns the foreign keys that require a check of all rows, and those that require a check of a
  /// few rows.
  ///
  /// A foreign key with earlier violations requires a check of all rows.
  func suspects(
    hasOldViolations: (ForeignKeyInfo) -> Bool
  ) -> (all: [ForeignKeyInfo], rows: [CheckScope.AffectedRows]) {
    var suspects: [ForeignKeyInfo] = []
    var few: [CheckScope.AffectedRows] = []
    for key in candidates {
      switch need(of: key) {
      case .same: continue
      case .grown where !hasOldViolations(key): continue
      case .rows(let rows) where !hasOldViolations(key):
        few.append(CheckScope.AffectedRows(key: key, rows: rows))
      case .rows, .grown, .anything: suspects.append(key)
      }
    }
    return (suspects, few)
  }

  private var candidates: [ForeignKeyInfo] {
    guard let changed = after.changed else { return directory.all }
    return directory.keys(around: changed.union(changes.tables.keys))
  }

  private func need(of key: ForeignKeyInfo) -> State {
    // Most tables, and so their foreign keys, are unchanged.
    if isUntouched(key.tableKey) && isUntouched(key.parentKey) { return .same }
    let child = childState(key.tableKey)
    if directoryBefore.contains(key) {
      switch (child, parentState(key.parentKey)) {
      case (_, .same): return child
      case (.same, .grown): return .grown
      case (_, .grown): return child
      default: return .anything
      }
    }
    // The foreign key is on a new column, which is NULL in all rows that have not been written
    // since.
    if case .anything = child { return .anything }
    guard key.originColumns.count == 1, let old = directoryBefore.columns(of: key.tableKey),
      let column = directory.columns(of: key.tableKey)?
        .first(where: { $0.name == SQLName(key.originColumns[0]) }),
      !old.contains(where: { $0.name == column.name }), column.startsAsNull
    else { return .anything }
    // Even without rows to check, SQLite must be able to check the foreign key.
    if case .same = child { return .rows([]) }
    return child
  }

  private func isUntouched(_ name: SQLName) -> Bool {
    changes.tables[name] == nil && after.changed?.contains(name) == false
  }

  private func childState(_ name: SQLName) -> State {
    let kinds = changes.tables[name] ?? []
    guard let old = before.table(name), let new = after.table(name), !kinds.contains(.replaced),
      kinds.contains(.altered) ? isExtended(name) : old == new
    else { return .anything }
    if kinds.isDisjoint(with: .rows) { return .same }
    // Deleted rows need no parent, and rows that OR REPLACE inserts are logged as written.
    if kinds.isDisjoint(with: [.inserted, .updated, .grown]) { return .rows([]) }
    guard directory.hasRowID(name), let rows = written[name] ?? [] else { return .anything }
    return .rows(rows)
  }

  private func parentState(_ name: SQLName) -> State {
    let kinds = changes.tables[name] ?? []
    guard kinds.isDisjoint(with: [.inserted, .updated, .deleted, .indexed, .replaced]) else {
      return .anything
    }
    let isSame =
      kinds.contains(.altered)
      ? isExtended(name) && after.indexes(of: name) == before.indexes(of: name)
      : after.structure(of: name) == before.structure(of: name)
    if !isSame { return .anything }
    return kinds.contains(.grown) ? .grown : .same
  }

  /// Returns `true` if ALTER TABLE only appended columns to a table.
  ///
  /// The first columns keep their names and positions, no column was dropped, and no altered table
  /// was renamed. So the values of these columns are unchanged.
  private func isExtended(_ name: SQLName) -> Bool {
    guard let old = directoryBefore.columns(of: name), let new = directory.columns(of: name),
      new.starts(with: old)
    else { return false }
    return changes.tables.allSatisfy { altered, kinds in
      if !kinds.contains(.altered) { return true }
      guard let old = before.table(altered), let new = after.table(altered) else { return false }
      return old.rootPage == new.rootPage && !kinds.contains(.replaced)
    }
  }
}
