import MigratorEngine

/// A ledger with a row for each applied migration, in which a string identifies the migration.
struct RowLedger: Ledger {
  struct Rules: Sendable {
    /// The key of the migration that a row records, or `nil` if there is none.
    let key: @Sendable (LedgerRows.Row) -> String?
    /// Another form in which a row can store a file's key.
    var alias: (@Sendable (_ key: String) -> String)?
    var appliedAt: @Sendable (LedgerRows.Row) -> String? = { _ in nil }
    /// A sentence about other values in the row.
    var note: @Sendable (LedgerRows.Row) -> String? = { _ in nil }
    /// Additional tables of the ledger, given its name.
    var companions: @Sendable (_ name: String) -> [String] = { _ in [] }
    /// Returns whether a key belongs to migrations elsewhere, such as the tool's own.
    var isElsewhere: @Sendable (_ key: String) -> Bool = { _ in false }
    var lock: @Sendable (_ name: String, LedgerRows) -> LedgerLock? = { _, _ in nil }
    var obstacle: @Sendable (RowLedger, LedgerRows) -> StepObstacle? = { _, _ in nil }
    /// How the table is created and filled, or `nil` for a ledger that is only shown.
    var writing: Writing?
  }

  struct Writing: Sendable {
    let column: String
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
              "(a row without a name)", note: "The row does not name a migration."))
        }
        continue
      }
      guard rules.writing == nil || seen.insert(key).inserted else { continue }
      // An alias that two files share is ambiguous.
      let named = owners[key] ?? byAlias?[key].flatMap { $0.count == 1 ? $0 : nil }
      let note = rules.note(row) ?? (named?.count ?? 0 > 1 ? Self.duplicateKeyNote(key) : nil)
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
    case .create: return unlessExists(rows, writing.creation(LedgerSQL.table(name)))
    case .record(let identifier): return insertions(of: [identifier], writing)
    case .baseline(let identifiers): return insertions(of: identifiers, writing)
    case .begin, .fail, .forget, .clearFailures, .acceptChecksum: return []
    }
  }

  /// One row for each key, which records all migrations with this key.
  private func insertions(of identifiers: [String], _ writing: Writing) -> [String] {
    var seen: Set<String> = []
    return identifiers.compactMap { files[$0]?.key }.filter { seen.insert($0).inserted }.map {
      LedgerSQL.insert(into: name, [(writing.column, $0)])
    }
  }

  /// A recorded key without a file; `nil` if there are no files at all.
  func missing(_ rows: LedgerRows) -> String? {
    guard !files.all.isEmpty else { return nil }
    let keys = Set(files.all.map(\.key))
    return table(rows)?.rows.lazy.compactMap { rules.key($0) }.first { !keys.contains($0) }
  }

  private static func duplicateKeyNote(_ key: String) -> String {
    "Another migration also has version \(key). The ledger does not record which was applied."
  }
}

extension Array where Element == KeyedFile<String> {
  /// A copy in which migrations that share a key are unusable.
  ///
  /// The ledger records only the key, so running one of them would record all of them.
  func blockingDuplicateKeys(of tool: String) -> [KeyedFile<String>] {
    let byKey = Dictionary(grouping: self, by: \.key)
    return map { file in
      guard file.migration.problems.isEmpty,
        let twin = byKey[file.key]?.first(where: { $0.identifier != file.identifier })
      else { return file }
      let failure = SourceFailure(
        .duplicateVersion, path: file.migration.path,
        "\(file.identifier) and \(twin.identifier) both have version \(file.key), and \(tool) "
          + "records only versions: applying one would record both",
        remedy: "Give one of them another version.", isOnlyOfItsTurn: true)
      return KeyedFile(
        key: file.key,
        migration: file.migration.with(
          body: .unusable(failure.problems, text: file.migration.source)))
    }
  }
}
