internal import MigratorSQLite

/// Finds out which foreign keys may have been broken since all were checked.
///
/// SQLite's check of a foreign key reads the child's columns and rows, and of the parent the
/// columns, the unique indexes and the keys. What none of the changes can have reached is as it was.
struct SuspectFinder {
  /// What a migration can have done to a table, seen from a foreign key.
  private enum State {
    case same
    /// Only the rows that were logged are new or different; others may be gone.
    case rows(Set<Int64>)
    /// There are more rows, and the others are as they were: no violation can have come of it.
    case grown
    case anything
  }

  let before: SchemaRows
  let after: SchemaRows
  let directoryBefore: ForeignKeyDirectory
  let directory: ForeignKeyDirectory
  let changes: ChangeRecord
  /// The rows that were written; `nil` for a table of which there were too many.
  let written: [SQLName: Set<Int64>?]

  /// Finds the foreign keys that need a check of all rows, as one does that was violated before,
  /// and those that need one of few.
  func suspects(
    hasOldViolations: (ForeignKeyOutline) -> Bool
  ) -> (all: [ForeignKeyOutline], rows: [CheckScope.RowSuspect]) {
    var suspects: [ForeignKeyOutline] = []
    var few: [CheckScope.RowSuspect] = []
    for key in candidates {
      switch need(of: key) {
      case .same: continue
      case .grown where !hasOldViolations(key): continue
      case .rows(let rows) where !hasOldViolations(key):
        few.append(CheckScope.RowSuspect(key: key, rows: rows))
      case .rows, .grown, .anything: suspects.append(key)
      }
    }
    return (suspects, few)
  }

  /// The foreign keys that something can have reached.
  private var candidates: [ForeignKeyOutline] {
    guard let changed = after.changed else { return directory.all }
    return directory.keys(around: changed.union(changes.tables.keys))
  }

  private func need(of key: ForeignKeyOutline) -> State {
    // Most tables are touched by nothing, and so are their foreign keys.
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
    // A foreign key of a new column, which is NULL in all rows that were not written since.
    if case .anything = child { return .anything }
    guard key.columns.count == 1, let old = directoryBefore.columns(of: key.tableKey),
      let column = directory.columns(of: key.tableKey)?
        .first(where: { $0.name == SQLName(key.columns[0]) }),
      !old.contains(where: { $0.name == column.name }), column.startsAsNull
    else { return .anything }
    // Whether SQLite can check it at all is to be seen in any case.
    if case .same = child { return .rows([]) }
    return child
  }

  /// Whether nothing that goes by a name was written or is another than before.
  private func isUntouched(_ name: SQLName) -> Bool {
    changes.tables[name] == nil && after.changed?.contains(name) == false
  }

  private func childState(_ name: SQLName) -> State {
    let kinds = changes.tables[name] ?? []
    guard let old = before.table(name), let new = after.table(name), !kinds.contains(.replaced),
      kinds.contains(.altered) ? isExtended(name) : old == new
    else { return .anything }
    if kinds.isDisjoint(with: .rows) { return .same }
    // Rows that are gone need no parent; what OR REPLACE puts in their place was written.
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

  /// Whether ALTER TABLE did nothing to a table but add columns behind the others.
  ///
  /// The first columns keep their names and places, no column was dropped, and no table that was
  /// altered goes by another name, so their values are as they were.
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
