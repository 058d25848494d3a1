/// An evaluated ledger that can be extended with each record without evaluating it again.
final class LedgerReading {
  private(set) var rows: LedgerRows
  private(set) var state: LedgerState
  private(set) var progress: MigrationProgress

  init(_ rows: LedgerRows, in list: MigrationList) {
    self.rows = rows
    state = list.ledger.state(rows)
    progress = MigrationProgress(state.appliedIdentifiers, of: list)
  }

  /// Adds an appended row and returns the identifier that it records.
  ///
  /// `rows` are the ledger's contents with the row. Returns `nil` if the row may change other parts
  /// of the state.
  func add(_ row: LedgerRows.Row, giving rows: LedgerRows, in list: MigrationList) -> String? {
    guard let identifier = list.ledger.add(row, to: &state) else { return nil }
    self.rows = rows
    progress.add(identifier, of: list)
    return identifier
  }
}
