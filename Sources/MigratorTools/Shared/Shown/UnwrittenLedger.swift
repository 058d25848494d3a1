import MigratorEngine

/// A ledger that is shown but never written.
protocol UnwrittenLedger: Ledger {}

extension UnwrittenLedger {
  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    []
  }
}
