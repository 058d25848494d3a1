import MigratorEngine

/// A ledger that is shown but never written.
protocol ReadOnlyLedger: Ledger {}

extension ReadOnlyLedger {
  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    []
  }
}
