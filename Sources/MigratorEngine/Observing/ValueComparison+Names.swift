internal import MigratorSQLite
internal import MigratorSchema

extension ValueComparison {
  /// A new table that contains all rows of a dropped one, and the columns whose names differ in it.
  typealias Copy = (table: String, columns: [StepReport.ColumnValues])

  /// Finds the new table that contains all rows of a dropped one, or returns `nil`.
  ///
  /// It has the same columns, under any names, and the same number of rows. Each row has the same
  /// values as the dropped table's row with the same key; without a key, the rows are equal as
  /// multisets. A table with a single row is not considered: it may be equal by coincidence. Throws
  /// only when interrupted.
  ///
  /// - Complexity: O(*n*) for a table of *n* rows and each new table of the same size; O(*n* log
  ///   *n*) without a key.
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
        try named.droppedColumns.isEmpty && named.former.hasDifferentRows(in: former)
        && keepsAllRows(named, gone)
      return areAllThere ? (other.table, []) : nil
    }
    let comparer = try comparer(of: tables, by: key, written: nil)
    try comparer.run()
    let all = tables.pairing(comparer.newPlaces)
    guard comparer.unmatched == 0, !all.columns.isEmpty, all.droppedColumns.isEmpty,
      comparer.changes.allSatisfy({ $0 == ValueChanges() })
    else { return nil }
    return (other.table, Self.keptColumns(named, in: all))
  }

  /// Compares a re-created table by a primary key whose columns were renamed.
  ///
  /// Returns `nil` if the key does not find the rows, or finds so few that the match may be a
  /// coincidence.
  func look(byKeptKeyOf named: TablePair, _ rows: StepReport.TableRows) throws -> MatchResult? {
    guard rows.isRecreated, let (tables, key) = try keyed(named),
      tables.columns.count > named.columns.count
    else { return nil }
    let comparer = try comparer(of: tables, by: key, written: nil)
    try comparer.run()
    guard comparer.unmatched <= rows.rowDecrease, (rows.before ?? 0) - comparer.unmatched > 1,
      comparer.changes.suffix(from: named.columns.count).allSatisfy({ $0.lost == 0 })
    else { return nil }
    return .compared(tables, key, comparer)
  }

  /// The dropped columns that have a counterpart in `all`, another pair of the same tables.
  static func keptColumns(_ named: TablePair, in all: TablePair) -> [StepReport.ColumnValues] {
    named.droppedColumns.compactMap { gone in
      all.columns.first { $0.former.name == gone.name }.map {
        StepReport.ColumnValues(
          column: gone.name, changes: ValueChanges(), keptAs: $0.present.name)
      }
    }
  }

  /// The common primary key of two tables, and the pair in which its columns are matched under any
  /// name.
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
