internal import MigratorSQLite
internal import MigratorSchema

/// Compares rows with their previous state: which were inserted, deleted or updated, and how.
///
/// A row is matched by its rowid as long as no other row can have reused it, otherwise by its
/// primary key. Without a key, the comparison only determines whether each row still exists.
/// Columns are matched by name and through renames. For a re-created table, columns are matched by
/// the names at the time of replacement. A renamed primary key is used if it identifies the rows.
final class ValueComparison {
  typealias Finding = (values: StepReport.Values, rows: ChangedRows)

  private let source: LazyReader
  let present: Database
  private let lineage: SchemaLineage
  let trace: SchemaTrace?
  private var keeper: ChangedRowKeeper
  private lazy var insertOnlyTables = trace?.insertOnlyTables ?? []
  /// The estimated extra time of a step in seconds, because it cannot read the stored pages.
  var extraStepSeconds = 0.0
  /// The tables whose keys were reassigned, by current name.
  private(set) var keyMoves: [SQLName: KeyMoves] = [:]
  var former: Database { get throws { try source.database() } }

  /// Creates a comparison; only values that statements read can have been copied elsewhere.
  init(
    of former: LazyReader, with present: Database, lineage: SchemaLineage, trace: SchemaTrace?
  ) {
    source = former
    self.present = present
    self.lineage = lineage
    self.trace = trace
    keeper = ChangedRowKeeper(former: former, present: present)
  }

  /// Compares a table whose rows changed, and finds the changed values and rows.
  ///
  /// A virtual table that stores its rows is compared by the rowids of its module. Throws only when
  /// interrupted: no other error is a reason for a migration to fail.
  ///
  /// - Complexity: O(*n*) for a table of *n* rows whose values may have changed; O(*m* log *n*) if
  ///   only a few rows *m* of the same table were written.
  func compare(
    _ rows: StepReport.TableRows, _ counts: RowChangeCounter.Counts?, isVirtual: Bool
  ) throws -> Finding {
    // A virtual table's writes are counted in its shadow tables.
    let counts = isVirtual ? nil : counts
    guard var tables = try unlessRefused({ try pair(of: rows, counts) }) else {
      return Self.obstructed(rows, by: .refused)
    }
    var values = StepReport.Values.same
    var comparison: (key: TablePair.Key, comparer: RowComparer)?
    if rows.mayHaveOtherValues {
      switch try unlessRefused({ try look(at: tables, rows, counts, isVirtual) })
        ?? .obstacle(.refused)
      {
      case .obstacle(let reason): return Self.obstructed(rows, by: reason)
      case .nothingLost: return (.same, ChangedRows(table: rows.table, obstacle: .noKey))
      case .nothingChanged: return (.same, ChangedRows(unchanged: rows))
      case .keysMoved(let moves):
        keyMoves[SQLName(rows.table)] = moves
        let key = StepReport.ColumnValues(reassignedKey: moves.column, Int64(moves.present.count))
        return (
          .compared([key], unmatchedRows: 0), ChangedRows(table: rows.table, obstacle: .keysChanged)
        )
      case .compared(let found, let key, let comparer):
        comparison = (key, comparer)
        let all = found.pairing(comparer.newPlaces)
        let renamed = Self.keptColumns(tables, in: all)
        tables = found
        let places = tables.columns.map(\.present) + tables.newColumns
        let columns = tables.columns.indices.compactMap { index in
          let changes = comparer.changes[index]
          return changes == ValueChanges()
            ? nil
            : StepReport.ColumnValues(
              column: tables.columns[index].present.name, changes: changes,
              movedTo: comparer.movedPlaces[index].map { places[$0].name })
        }
        values = .compared(columns + renamed, unmatchedRows: comparer.unmatched)
        if all.columns.count > found.columns.count {
          // The renamed columns are known only now. A rename does not change a row, so compare
          // again.
          tables = all
          comparison =
            try unlessRefused {
              if case .compared(_, let key, let comparer) = try look(
                at: tables, rows, counts, isVirtual)
              {
                return (key, comparer)
              }
              return nil
            } ?? nil
          if comparison == nil {
            return (values, ChangedRows(table: rows.table, obstacle: .refused))
          }
        }
      }
    }
    let kept = try unlessRefused {
      try keeper.rows(
        of: tables, rows, counts, comparison?.comparer, by: comparison?.key,
        hasOnlyGrown: hasOnlyGrown(rows, counts, tables.present))
    }
    return (values, kept ?? ChangedRows(table: rows.table, obstacle: .refused))
  }

  static func obstructed(
    _ rows: StepReport.TableRows, by reason: StepReport.Values.Reason
  ) -> Finding {
    (
      rows.mayHaveOtherValues ? .notCompared(reason) : .same,
      ChangedRows(table: rows.table, obstacle: reason)
    )
  }

  /// True if statements read the column; only then can its values be in another one.
  func isRead(_ column: ColumnInfo, of table: TableShape) -> Bool {
    trace?.hasRead(SQLName(column.name), of: SQLName(table.name)) ?? false
  }

  func unlessRefused<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch  where error.isReadFailure {
      return nil
    }
  }

  /// True if rows were only inserted, so that the current state is sufficient.
  private func hasOnlyGrown(
    _ rows: StepReport.TableRows, _ counts: RowChangeCounter.Counts?, _ present: TableShape
  ) -> Bool {
    guard counts != nil, present.rowIDName != nil, rows.before != nil, rows.after != nil,
      rows.formerName == nil, !rows.isRecreated
    else { return false }
    return insertOnlyTables.contains(SQLName(rows.table))
  }

  private func pair(
    of rows: StepReport.TableRows, _ counts: RowChangeCounter.Counts?
  ) throws -> TablePair {
    func shape(_ db: Database, _ name: String) throws -> TableShape {
      try TableShape(db, name: name, schema: "main")
    }
    // The name may belong to another table in that state.
    func nothing(_ name: String) -> TableShape {
      TableShape(name: name, schema: "main", columns: [], isWithoutRowID: false)
    }
    let present = rows.after == nil ? nothing(rows.table) : try shape(present, rows.table)
    if hasOnlyGrown(rows, counts, present) {
      return TablePair(former: present, present: present, lineage: nil)
    }
    let name = rows.formerName ?? rows.table
    return TablePair(
      former: rows.before == nil ? nothing(name) : try shape(former, name), present: present,
      lineage: lineage)
  }

  enum MatchResult {
    /// Rows were compared, possibly by key columns that were matched under other names.
    case compared(TablePair, TablePair.Key, RowComparer)
    /// Rows cannot be matched, but none is lost, or the tables have no column in common.
    case nothingLost
    /// Rows cannot be matched, but the same rows exist before and after.
    case nothingChanged
    /// Each row still exists, some under another integer primary key.
    case keysMoved(KeyMoves)
    case obstacle(StepReport.Values.Reason)
  }

  private func look(
    at tables: TablePair, _ rows: StepReport.TableRows, _ counts: RowChangeCounter.Counts?,
    _ isVirtual: Bool
  ) throws -> MatchResult {
    // The schema does not say how the columns of a virtual table were renamed.
    if isVirtual, tables.columns.count < tables.former.columns.count(where: \.isOrdinary) {
      return .obstacle(.virtualTable)
    }
    let hasMoved = counts?.hasMovedRows ?? false
    let key =
      isVirtual
      ? tables.rowID : try tables.key(of: rows, hasMoved: hasMoved, from: former, to: present)
    guard let key else {
      if !isVirtual, !hasMoved,
        let look = try unlessRefused({ try look(byKeptKeyOf: tables, rows) }) ?? nil
      {
        return look
      }
      if !isVirtual,
        try unlessRefused({ try keepsAllRows(tables, rows) }) == true
      {
        let haveSameColumns = tables.droppedColumns.isEmpty && tables.newColumns.isEmpty
        return haveSameColumns && rows.before == rows.after ? .nothingChanged : .nothingLost
      }
      return .obstacle(hasMoved ? .keysChanged : .noKey)
    }
    if tables.columns.isEmpty { return .nothingLost }
    // A moved row cannot be found by its previous rowid. To match a dropped column with a new one,
    // unwritten rows must be compared too.
    let mayBeRenamed = !tables.droppedColumns.isEmpty && !tables.newColumns.isEmpty
    let written = rows.isRecreated || hasMoved || mayBeRenamed ? nil : counts?.written
    let comparer = try comparer(of: tables, by: key, written: written)
    let isStoredAlike =
      try rows.isRecreated && key.isRowID
      && areStoredAlike(tables, rows) {
        try self.comparer(of: tables, by: key, written: nil).compare(first: $0)
      }
    if !isStoredAlike { try comparer.run() }
    if !isVirtual, key.isRowID,
      comparer.unmatched > 0 || comparer.changes.contains(where: { $0.lost > 0 }),
      let moves = try keyMoves(tables, rows, counts)
    {
      return .keysMoved(moves)
    }
    // In the same table, no more rows can be missing than were deleted.
    if !rows.isRecreated, comparer.unmatched > rows.deleted { return .obstacle(.keysChanged) }
    return .compared(tables, key, comparer)
  }

  func comparer(
    of tables: TablePair, by key: TablePair.Key, written: RowIDSample?
  ) throws -> RowComparer {
    let before = key.former + (tables.columns.map(\.former) + tables.droppedColumns).map(\.name)
    let after = (tables.columns.map(\.present) + tables.newColumns).map(\.name)
    if let rows = written?.sorted, let rowID = key.isRowID ? key.former[0] : tables.former.rowIDName
    {
      return try comparer(
        tables.former.select(before, where: [rowID]),
        tables.present.select(after, where: key.present), tables, key, .seekingRows(rows))
    }
    if key.isRowID {
      return try comparer(
        tables.former.select(before, orderedBy: key.former[0]),
        tables.present.select(key.present + after, orderedBy: key.present[0]), tables, key,
        .merging)
    }
    return try comparer(
      tables.former.select(before), tables.present.select(after, where: key.present), tables, key,
      .seeking)
  }

  private func comparer(
    _ before: String, _ after: String, _ tables: TablePair, _ key: TablePair.Key,
    _ matching: RowComparer.Matching
  ) throws -> RowComparer {
    RowComparer(
      before: try former.makeStatement(sql: before), after: try present.makeStatement(sql: after),
      keyCount: key.former.count, pairCount: tables.columns.count,
      areRead: (tables.columns.map(\.former) + tables.droppedColumns).map {
        isRead($0, of: tables.former)
      },
      fillers: try tables.newColumns.map { try $0.filler(in: present) }, matching: matching)
  }
}
