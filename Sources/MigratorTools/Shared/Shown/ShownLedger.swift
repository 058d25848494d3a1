import MigratorEngine

/// A ledger that is shown and never written: a row for each applied migration.
struct ShownLedger: Ledger {
  /// How the table of a tool looks, and what its rows say.
  struct Table: Sendable {
    /// The name that the tool gives it.
    let name: String
    /// All columns in order; several where the tool's versions differ.
    let columns: [[SQLName]]
    /// What the name has to contain where the columns alone may be anybody's.
    var words: [String] = []
    /// What a row says is applied, as the files' keys have it; `nil` when it says nothing.
    let key: @Sendable (LedgerRows.Row) -> String?
    /// Another way in which a row may write a file's key.
    var alias: (@Sendable (_ key: String) -> String)?
    /// When it was applied; `nil` when the row does not say.
    var appliedAt: @Sendable (LedgerRows.Row) -> String? = { _ in nil }
    /// What else the row says, in a sentence.
    var note: @Sendable (LedgerRows.Row) -> String? = { _ in nil }
    /// The tables beside it, by its name.
    var companions: @Sendable (_ name: String) -> [String] = { _ in [] }
    /// Why the tool would refuse to go on.
    var obstacle: @Sendable (ShownLedger, LedgerRows) -> StepObstacle? = { _, _ in nil }
  }

  let name: String
  let table: Table
  let files: ToolFiles<ShownFile>

  var tableNames: [String] { [name] + table.companions(name) }

  func state(_ rows: LedgerRows) -> LedgerState {
    let obstacle = table.obstacle(self, rows)
    guard let found = table(rows) else { return LedgerState(exists: false, obstacle: obstacle) }
    let byKey = files.keyed(by: \.key)
    let byAlias = table.alias.map { alias in
      Dictionary(grouping: files.all) { alias($0.key) }
    }
    return LedgerState(
      records: found.rows.map { row in
        guard let key = table.key(row) else {
          return LedgerState.Record(
            "(a row without a name)", note: "The row says of nothing that it is applied.")
        }
        // Of two files with one alias, nobody can tell which is meant.
        let named = byAlias?[key].flatMap { $0.count == 1 ? $0.first : nil }
        return LedgerState.Record(
          (byKey[key] ?? named)?.identifier ?? key, appliedAt: table.appliedAt(row),
          note: table.note(row))
      }, obstacle: obstacle)
  }

  /// Nothing is ever written.
  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    []
  }

  /// What the ledger knows and the folder does not have; there is no saying without a folder.
  func missing(_ rows: LedgerRows) -> String? {
    guard !files.all.isEmpty else { return nil }
    let keys = Set(files.all.map(\.key))
    return table(rows)?.rows.lazy.compactMap { table.key($0) }.first { !keys.contains($0) }
  }
}

extension LedgerRows.Row {
  /// A time as JavaScript binds it: a number of milliseconds since 1970 made readable, a text as it
  /// is.
  func javaScriptTime(_ column: String) -> String? {
    if case .string(let text) = self[column]?.storage { return text }
    guard let milliseconds = integer(column) else { return text(column) }
    return Timestamp(milliseconds: milliseconds)?.text(digits: 3) ?? String(milliseconds)
  }
}
