internal import MigratorSQLite
internal import MigratorSchema

struct RowChanges {
  private(set) var rows: [StepReport.TableRows] = []
  private(set) var changed: [ChangedRows] = []
  /// The estimated extra time of a step's comparison, in seconds.
  private(set) var extraStepSeconds = 0.0
  /// The tables whose keys were reassigned, by current name.
  private(set) var keyMoves: [SQLName: KeyMoves] = [:]

  /// Compares two moments.
  ///
  /// `former` reads the previous state; if it is `nil`, `reason` says why. `trace` is `nil` if no
  /// statements ran in between, and `counts` is `nil` if row changes were not counted.
  init(
    from before: RowCensus, to after: RowCensus, in present: Database, since former: LazyReader?,
    because reason: StepReport.Values.Reason = .noFormerState, lineage: SchemaLineage,
    trace: SchemaTrace?, counts: [SQLName: RowChangeCounter.Counts]?
  ) throws {
    let comparison = former.map {
      ValueComparison(of: $0, with: present, lineage: lineage, trace: trace)
    }
    let isWatched = counts != nil
    var lists: [ChangedRows] = []
    rows = try after.changes(since: before, counts: counts, lineage: lineage) {
      rows, counts, isVirtual in
      let finding =
        try comparison?.compare(rows, counts, isVirtual: isVirtual)
        ?? ValueComparison.obstructed(rows, by: reason)
      if isWatched || !finding.rows.isEmpty { lists.append(finding.rows) }
      return finding
    }
    changed = lists
    guard let former, let comparison else { return }
    keyMoves = comparison.keyMoves
    if !keyMoves.isEmpty {
      let references = MovedReferences(
        former: try former.database(), present: present, lineage: lineage, moves: keyMoves,
        rows: rows)
      for index in rows.indices {
        let table = SQLName(rows[index].table)
        rows[index].movedReferences =
          try comparison.unlessRefused { try references.references(to: table) } ?? []
      }
    }
    defer { extraStepSeconds = comparison.extraStepSeconds }
    var added = rows.filter { $0.before == nil }
    for index in rows.indices where rows[index].after == nil && !added.isEmpty {
      guard let copy = try comparison.copy(of: rows[index], among: added) else { continue }
      rows[index].copy = copy.table
      rows[index].values = .compared(copy.columns, unmatchedRows: 0)
      // Each new table can be the copy of only one dropped table.
      added.removeAll { $0.table == copy.table }
    }
  }
}

/// Counts the rows whose foreign keys now refer to a different row, because the keys of the parent
/// table were reassigned.
struct MovedReferences {
  let former: Database
  let present: Database
  let lineage: SchemaLineage
  /// The tables whose keys changed, by current name.
  let moves: [SQLName: KeyMoves]
  /// The tables whose rows changed.
  let rows: [StepReport.TableRows]

  /// The references to a table.
  func references(to parent: SQLName) throws -> [StepReport.MovedReference] {
    guard let moved = moves[parent] else { return [] }
    let catalog = ForeignKeyCatalog(present)
    var found: [StepReport.MovedReference] = []
    for child in try catalog.tablesWithForeignKeys() {
      for key in try catalog.foreignKeys(of: child) where SQLName(key.destinationTable) == parent {
        guard
          let place = key.destinationColumns.firstIndex(where: {
            SQLName($0) == SQLName(moved.column)
          })
        else { continue }
        let column = key.originColumns[place]
        let count = try count(of: column, in: catalog.table(child), moved)
        if count > 0 {
          found.append(StepReport.MovedReference(table: child, column: column, rows: count))
        }
      }
    }
    return found
  }

  /// Counts the rows that still have a changed key.
  ///
  /// In a table whose rows changed, the references may have been changed too. Those are not
  /// counted.
  private func count(of column: String, in child: TableShape, _ moved: KeyMoves) throws -> Int64 {
    guard let changed = rows.first(where: { SQLName($0.table) == SQLName(child.name) }) else {
      return try count(of: column, in: child, moved.affected)
    }
    guard changed.before != nil else { return 0 }
    let old = try TableShape(former, name: changed.formerName ?? changed.table, schema: "main")
    let tables = TablePair(former: old, present: child, lineage: lineage)
    guard let key = tables.rowID,
      let formerColumn = tables.columns.first(where: { SQLName($0.present.name) == SQLName(column) }
      )?
      .former.name,
      try !changed.isRecreated
        || (old.rowIDColumn(former) != nil && child.rowIDColumn(present) != nil)
    else { return try count(of: column, in: child, moved.affected) }
    let statement = try present.makeStatement(
      sql: child.select([column], where: key.present))
    let cursor = try Row.fetchCursor(former, sql: old.select(key.former + [formerColumn]))
    var count: Int64 = 0
    while let row = try cursor.next() {
      guard let reference = Self.key(row[1]), moved.affected.contains(reference) else { continue }
      let rowID: Int64 = try row.decode(atIndex: 0)
      let now = moves[SQLName(child.name)]?.present[rowID] ?? rowID
      if let value = try Row.fetchOne(statement, arguments: [now])?[0] as DatabaseValue?,
        Self.key(value) == reference
      {
        count += 1
      }
    }
    return count
  }

  private func count(
    of column: String, in child: TableShape, _ keys: Set<Int64>
  ) throws -> Int64 {
    let cursor = try Row.fetchCursor(present, sql: child.select([column]))
    var count: Int64 = 0
    while let row = try cursor.next() {
      if let key = Self.key(row[0]), keys.contains(key) { count += 1 }
    }
    return count
  }

  private static func key(_ value: DatabaseValue) -> Int64? {
    if case .int64(let key) = value.affinityNormalized.storage { key } else { nil }
  }
}
