internal import MigratorSQLite
internal import MigratorSchema

struct RowChanges {
  private(set) var rows: [StepReport.TableRows] = []
  private(set) var changed: [ChangedRows] = []
  /// The estimated extra time of a step's comparison, in seconds.
  private(set) var extraStepSeconds = 0.0
  /// The tables whose keys were assigned again, by current name.
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
