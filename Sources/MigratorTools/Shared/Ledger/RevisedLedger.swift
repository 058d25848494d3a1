import MigratorEngine

/// A ledger whose state includes more than its rows show.
struct RevisedLedger: Ledger {
  let base: any Ledger
  let revise: @Sendable (inout LedgerState) -> Void

  var name: String { base.name }
  var tableNames: [String] { base.tableNames }

  func state(_ rows: LedgerRows) -> LedgerState {
    var state = base.state(rows)
    revise(&state)
    return state
  }

  /// The revision concerns existing records and obstacles, so a new row is not affected.
  func record(of row: LedgerRows.Row, behind state: LedgerState) -> LedgerState.Record? {
    base.record(of: row, behind: state)
  }

  func userVersion(after identifier: String) -> Int64? { base.userVersion(after: identifier) }

  func lock(_ rows: LedgerRows) -> LedgerLock? { base.lock(rows) }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    base.statements(for: change, rows, stamp)
  }
}
