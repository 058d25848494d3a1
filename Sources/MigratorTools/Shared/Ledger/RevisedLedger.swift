import MigratorEngine

/// A ledger of which more is known than its rows tell.
struct RevisedLedger: Ledger {
  let base: any Ledger
  /// Puts what is known into what the rows tell.
  let revise: @Sendable (inout LedgerState) -> Void

  var name: String { base.name }
  var tableNames: [String] { base.tableNames }

  func state(_ rows: LedgerRows) -> LedgerState {
    var state = base.state(rows)
    revise(&state)
    return state
  }

  /// What is known besides is of records that were there, and of what stands in the way of all.
  func record(of row: LedgerRows.Row, behind state: LedgerState) -> LedgerState.Record? {
    base.record(of: row, behind: state)
  }

  func userVersion(after identifier: String) -> Int64? { base.userVersion(after: identifier) }

  func lock(_ rows: LedgerRows) -> LedgerLock? { base.lock(rows) }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    base.statements(for: change, rows, stamp)
  }
}
