internal import MigratorSQLite
internal import MigratorSchema

/// Tables and columns that go on under other names, as their contents tell.
extension ValueComparison {
  /// A new table with all rows of one that is gone, and the columns that have other names there.
  typealias Copy = (table: String, columns: [StepReport.ColumnValues])

  /// Finds the new table that has all rows of one that is gone, or `nil` when there is none; throws
  /// only when interrupted.
  ///
  /// It has its columns, under whatever names, and as many rows, each with the same values as the one with
  /// its key; without a key, there is one like each. A single row may be alike by chance.
  ///
  /// - Complexity: O(*n*) for a table of *n* rows and each new table of as many; O(*n* log *n*) without a
  ///   key.
  func copy(of gone: StepReport.TableRows, among added: [StepReport.TableRows]) throws -> Copy? {
    guard let count = gone.before, count > 1,
      trace?.hasRead(nil, of: SQLName(gone.table)) == true
    else { return nil }
    for other in added where other.after == count {
      if let found = try unlessRefused({ try copy(of: gone, in: other) }) ?? nil { return found }
    }
    return nil
  }

  private func copy(
    of gone: StepReport.TableRows, in other: StepReport.TableRows
  ) throws -> Copy? {
    let named = TablePair(
      former: try TableShape(former, name: gone.table, schema: "main"),
      present: try TableShape(present, name: other.table, schema: "main"), lineage: nil)
    guard let (tables, key) = try keyed(named) else {
      let areAllThere =
        try named.goneColumns.isEmpty && named.former.hasDifferentRows(in: former)
        && keepsAllRows(named, gone)
      return areAllThere ? (other.table, []) : nil
    }
    let comparer = try comparer(of: tables, by: key, written: nil)
    try comparer.run()
    let all = tables.pairing(comparer.newPlaces)
    guard comparer.unmatched == 0, !all.columns.isEmpty, all.goneColumns.isEmpty,
      comparer.changes.allSatisfy({ $0 == ValueChanges() })
    else { return nil }
    return (other.table, Self.keptColumns(named, in: all))
  }

  /// Looks by a primary key whose columns have other names, or returns `nil` where that is not what became
  /// of it: rows are not found by it that must be there, or so few that it may be by chance.
  func look(byKeptKeyOf named: TablePair, _ rows: StepReport.TableRows) throws -> Look? {
    guard rows.isRecreated, let (tables, key) = try keyed(named),
      tables.columns.count > named.columns.count
    else { return nil }
    let comparer = try comparer(of: tables, by: key, written: nil)
    try comparer.run()
    guard comparer.unmatched <= rows.shrinkage, (rows.before ?? 0) - comparer.unmatched > 1,
      comparer.changes.suffix(from: named.columns.count).allSatisfy({ $0.lost == 0 })
    else { return nil }
    return .compared(tables, key, comparer)
  }

  /// The columns that are gone by their names and are there in another pair of the same tables.
  static func keptColumns(_ named: TablePair, in all: TablePair) -> [StepReport.ColumnValues] {
    named.goneColumns.compactMap { gone in
      all.columns.first { $0.former.name == gone.name }.map {
        StepReport.ColumnValues(
          column: gone.name, changes: ValueChanges(), keptAs: $0.present.name)
      }
    }
  }

  /// The primary key that two tables have, and the pair in which its columns are the same, whatever they
  /// are called.
  private func keyed(_ named: TablePair) throws -> (tables: TablePair, key: TablePair.Key)? {
    func key(of tables: TablePair) throws -> TablePair.Key? {
      if tables.haveSameKeyColumn, try tables.former.rowIDColumn(former) != nil,
        try tables.present.rowIDColumn(present) != nil
      {
        return tables.rowID
      }
      return try tables.former.hasNullKeys(in: former) ? nil : tables.primaryKey
    }
    if let key = try key(of: named) { return (named, key) }
    guard let tables = named.pairingKeys,
      tables.columns.suffix(from: named.columns.count).allSatisfy({
        isRead($0.former, of: named.former)
      })
    else { return nil }
    return try key(of: tables).map { (tables, $0) }
  }
}
