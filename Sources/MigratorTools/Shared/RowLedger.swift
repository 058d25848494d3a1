import MigratorEngine

/// A ledger with a row for each applied migration, which knows it by a text.
struct RowLedger: Ledger {
  /// What the rows of a tool say, and how it writes them.
  struct Rules: Sendable {
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
    /// Whether a key is of migrations that stand elsewhere: the tool's own, say.
    var isElsewhere: @Sendable (_ key: String) -> Bool = { _ in false }
    /// The lock under which the tool migrates, where it is held.
    var lock: @Sendable (_ name: String, LedgerRows) -> LedgerLock? = { _, _ in nil }
    /// Why the tool would refuse to go on.
    var obstacle: @Sendable (RowLedger, LedgerRows) -> StepObstacle? = { _, _ in nil }
    /// How the table is made and filled; `nil` for a ledger that is only shown.
    var writing: Writing?
  }

  /// How a table with a column for the key is written.
  struct Writing: Sendable {
    /// The column with the key.
    let column: String
    /// The statement that makes the table of a name.
    let creation: @Sendable (_ table: String) -> String
  }

  let name: String
  let rules: Rules
  let files: ToolFiles<KeyedFile<String>>

  var tableNames: [String] { [name] + rules.companions(name) }

  func lock(_ rows: LedgerRows) -> LedgerLock? { rules.lock(name, rows) }

  func state(_ rows: LedgerRows) -> LedgerState {
    let obstacle = lock(rows)?.obstacle ?? rules.obstacle(self, rows)
    guard let table = table(rows) else { return LedgerState(exists: false, obstacle: obstacle) }
    let owners = Dictionary(grouping: files.all, by: \.key)
    let byAlias = rules.alias.map { alias in Dictionary(grouping: files.all) { alias($0.key) } }
    var seen: Set<String> = []
    var state = LedgerState(obstacle: obstacle)
    for row in table.rows {
      guard let key = rules.key(row) else {
        if rules.writing == nil {
          state.records.append(
            LedgerState.Record(
              "(a row without a name)", note: "The row says of nothing that it is applied."))
        }
        continue
      }
      guard rules.writing == nil || seen.insert(key).inserted else { continue }
      // Of two files with one alias, nobody can tell which is meant.
      let named = owners[key] ?? byAlias?[key].flatMap { $0.count == 1 ? $0 : nil }
      let note = rules.note(row) ?? (named?.count ?? 0 > 1 ? Self.twinNote(key) : nil)
      if named == nil, rules.isElsewhere(key) { state.notOrdered.insert(key) }
      for identifier in named?.map(\.identifier) ?? [key] {
        state.records.append(
          LedgerState.Record(identifier, appliedAt: rules.appliedAt(row), note: note))
      }
    }
    return state
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    guard let writing = rules.writing else { return [] }
    switch change {
    case .create: return unlessThere(rows, writing.creation(LedgerSQL.table(name)))
    case .record(let identifier): return insertions(of: [identifier], writing)
    case .baseline(let identifiers): return insertions(of: identifiers, writing)
    case .begin, .fail, .forget, .clearFailures, .acceptChecksum: return []
    }
  }

  /// A row for each key: one stands for all migrations that have it.
  private func insertions(of identifiers: [String], _ writing: Writing) -> [String] {
    var seen: Set<String> = []
    return identifiers.compactMap { files[$0]?.key }.filter { seen.insert($0).inserted }.map {
      LedgerSQL.insert(into: name, [(writing.column, $0)])
    }
  }

  /// What the ledger knows and the folder does not have; there is no saying without a folder.
  func missing(_ rows: LedgerRows) -> String? {
    guard !files.all.isEmpty else { return nil }
    let keys = Set(files.all.map(\.key))
    return table(rows)?.rows.lazy.compactMap { rules.key($0) }.first { !keys.contains($0) }
  }

  private static func twinNote(_ key: String) -> String {
    "Another migration has version \(key) too: the ledger does not tell which was applied."
  }
}

extension Array where Element == KeyedFile<String> {
  /// The same, but of those that have a key in common, which is all that is recorded, none is run.
  func withoutTwins(of tool: String) -> [KeyedFile<String>] {
    let byKey = Dictionary(grouping: self, by: \.key)
    return map { file in
      guard file.migration.problems.isEmpty,
        let twin = byKey[file.key]?.first(where: { $0.identifier != file.identifier })
      else { return file }
      let obstacle = StepObstacle(
        "\(file.identifier) and \(twin.identifier) both have version \(file.key), and \(tool) "
          + "records versions alone: running one of them would pass for both.",
        remedy: "Give one of them another version.")
      return KeyedFile(
        key: file.key,
        migration: ToolMigration(
          identifier: file.identifier, path: file.migration.path, body: .unavailable(obstacle)))
    }
  }
}
