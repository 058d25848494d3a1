import MigratorEngine

/// A ledger that is created once, and to which only rows for applied migrations are added.
protocol AppendOnlyLedger: Ledger {
  associatedtype File: ToolFile
  var files: ToolFiles<File> { get }

  func creation(_ rows: LedgerRows) -> [String]

  func insertion(of file: File, _ stamp: RecordStamp) -> String
}

extension AppendOnlyLedger {
  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .create: creation(rows)
    case .record(let identifier): insertions(of: [identifier], stamp)
    case .baseline(let identifiers): insertions(of: identifiers, stamp)
    case .begin, .fail, .forget, .clearFailures, .acceptChecksum: []
    }
  }

  private func insertions(of identifiers: [String], _ stamp: RecordStamp) -> [String] {
    identifiers.compactMap { files[$0] }.map { insertion(of: $0, stamp) }
  }
}

extension Ledger {
  func unlessExists(_ rows: LedgerRows, _ statements: String...) -> [String] {
    table(rows) == nil ? statements : []
  }
}
