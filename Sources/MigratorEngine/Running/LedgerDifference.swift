internal import MigratorSQLite

struct LedgerDifference {
  private(set) var gone: Int64 = 0
  private(set) var new: Int64 = 0
  /// The number of rows with the same key and different values.
  ///
  /// Without a key, an updated row counts as one deleted and one inserted row.
  private(set) var changed: Int64 = 0
  /// The columns in which values of changed rows were lost.
  private(set) var columns: [StepReport.ColumnValues] = []

  /// Compares the rows before and after a migration.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  init(from before: LedgerRows.Table?, to after: LedgerRows.Table?) {
    let (old, present) = (before?.rows ?? [], after?.rows ?? [])
    // A new or dropped column does not change rows.
    let shared = old.first.flatMap { old in
      present.first.map { Set(old.columns).intersection($0.columns) }
    }
    var counts: [LedgerRows.Row: Int64] = [:]
    for row in old { counts[row.keeping(shared), default: 0] += 1 }
    for row in present { counts[row.keeping(shared), default: 0] -= 1 }
    for count in counts.values {
      if count > 0 { gone += count } else { new -= count }
    }
    let keys = before?.keys ?? []
    guard let shared, let after, !keys.isEmpty, keys == after.keys, keys.isSubset(of: shared) else {
      return
    }
    var former: [LedgerRows.Row: LedgerRows.Row] = [:]
    for (row, count) in counts where count > 0 { former[row.keeping(keys)] = row }
    var changes: [String: ValueChanges] = [:]
    for (row, count) in counts where count < 0 {
      guard let old = former.removeValue(forKey: row.keeping(keys)) else { continue }
      changed += 1
      for (name, value) in row.fields {
        guard let held = old[name], held != value else { continue }
        changes[name, default: ValueChanges()].note(ValueDifference(from: held, to: value))
      }
    }
    gone -= changed
    new -= changed
    columns = after.columns.compactMap { column in
      changes[column.name.asciiLowercased].map {
        StepReport.ColumnValues(column: column.name, changes: $0)
      }
    }
  }
}

extension LedgerRows.Table {
  /// The primary-key columns, in lower case.
  fileprivate var keys: Set<String> {
    Set(columns.filter(\.isKey).map(\.name.asciiLowercased))
  }
}
