import MigratorEngine

protocol ReadOnlyLedger: Ledger {}

extension ReadOnlyLedger {
  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    []
  }
}
