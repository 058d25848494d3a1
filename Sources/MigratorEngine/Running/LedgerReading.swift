/// What a ledger was read to hold, with what a step asks of it: it grows with each record, and nothing is
/// looked through for it again.
final class LedgerReading {
  /// What the ledger holds.
  private(set) var rows: LedgerRows
  /// What that tells of the registered migrations.
  private(set) var state: LedgerState
  /// Where the plan goes on.
  private(set) var progress: MigrationProgress

  /// Creates a reading of all rows.
  init(_ rows: LedgerRows, in list: MigrationList) {
    self.rows = rows
    state = list.ledger.state(rows)
    progress = MigrationProgress(state.appliedIdentifiers, of: list)
  }

  /// Takes in a row behind the others, which gives other rows; says which migration is recorded by it, or
  /// `nil` where it may tell more than that.
  func add(_ row: LedgerRows.Row, giving rows: LedgerRows, in list: MigrationList) -> String? {
    guard let identifier = list.ledger.add(row, to: &state) else { return nil }
    self.rows = rows
    progress.add(identifier, of: list)
    return identifier
  }
}
