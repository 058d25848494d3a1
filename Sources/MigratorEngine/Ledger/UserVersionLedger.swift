/// `PRAGMA user_version` as a ledger: migrations up to this number are applied.
///
/// <https://www.sqlite.org/pragma.html#pragma_user_version>
package struct UserVersionLedger: Ledger {
  package static let pragma = "PRAGMA user_version"
  /// The largest value: the number is stored in 32 bits, and SQLite writes 0 for larger ones.
  package static let highest = Int64(Int32.max)

  package struct File: Sendable, Hashable {
    package let identifier: String
    package let version: Int64
    package let setsVersion: Bool

    package init(identifier: String, version: Int64, setsVersion: Bool = false) {
      self.identifier = identifier
      self.version = version
      self.setsVersion = setsVersion
    }
  }

  package struct Rules: Sendable {
    /// Why the tool would refuse to continue from this number with these files, or `nil`.
    package typealias Obstacle = @Sendable (_ current: Int64, _ files: [File]) -> StepObstacle?
    package typealias Note = @Sendable (File, _ before: Int64) -> String?

    let countsFiles: Bool
    let obstacle: Obstacle
    let note: Note

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - countsFiles: `true` if every number has a file, so that a number without one is
    ///     reported.
    ///   - obstacle: Why the tool would refuse to continue.
    ///   - note: A note on a pending file.
    package init(
      countsFiles: Bool = false, obstacle: @escaping Obstacle = { _, _ in nil },
      note: @escaping Note = { _, _ in nil }
    ) {
      self.countsFiles = countsFiles
      self.obstacle = obstacle
      self.note = note
    }
  }

  let rules: Rules
  package let files: [File]
  private let versions: [String: Int64]
  private let schemas: [Int64: StatedSchema]

  /// Creates a ledger.
  ///
  /// - Parameters:
  ///   - rules: The rules of the tool.
  ///   - files: The files, in execution order.
  ///   - schemas: The schemas that the tool's own files describe, by version.
  package init(rules: Rules = Rules(), files: [File], schemas: [Int64: StatedSchema] = [:]) {
    self.rules = rules
    self.files = files
    self.schemas = schemas
    versions = Dictionary(files.map { ($0.identifier, $0.version) }) { first, _ in first }
  }

  package var name: String { Self.pragma }
  package var tableNames: [String] { [] }

  package func userVersion(after identifier: String) -> Int64? { versions[identifier] }

  package func state(_ rows: LedgerRows) -> LedgerState {
    let current = rows.userVersion
    // Every new database has 0.
    var state = LedgerState(exists: current != 0)
    state.statedSchema = schemas[current]
    var before = current
    for file in files {
      if file.version == 0 {
        state.exceptions[file.identifier] = LedgerState.Exception(
          .skipped,
          note: "Its number is 0, the user_version of every new database, so it never runs.")
      } else if file.version <= current {
        state.records.append(LedgerState.Record(file.identifier))
      } else {
        state.notes[file.identifier] = rules.note(file, before)
        before = file.version
      }
    }
    if let note = stranger(current) {
      state.records.append(LedgerState.Record("user_version \(current)", note: note))
    }
    if current < 0 {
      state.obstacle = StepObstacle(
        "user_version is \(current), but no migration sets this number.",
        remedy: "Find out which program set it, then set user_version to match the schema.")
    } else {
      state.obstacle = rules.obstacle(current, files)
    }
    return state
  }

  package func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp)
    -> [String]
  {
    switch change {
    case .record(let identifier): return setting(versions[identifier], rows)
    case .baseline(let identifiers):
      return setting(identifiers.compactMap { versions[$0] }.max(), rows)
    case .create, .begin, .fail, .forget, .clearFailures, .acceptChecksum: return []
    }
  }

  private func setting(_ version: Int64?, _ rows: LedgerRows) -> [String] {
    // A migration file of Lighter sets the number itself.
    guard let version, version != rows.userVersion else { return [] }
    return ["PRAGMA main.user_version = \(version)"]
  }

  /// Explains how a number that does not belong to any migration may have been set.
  private func stranger(_ current: Int64) -> String? {
    let versions = files.map(\.version)
    guard current > 0, !versions.contains(current) else { return nil }
    let highest = versions.max() ?? 0
    if current > highest {
      return
        "The database is at version \(current), but the newest known migration is for version \(highest): "
        + "a newer version of the program migrated it."
    }
    // SQLDelight's initial schema has a number but no file; the numbers that follow may have no
    // file either.
    return rules.countsFiles
      ? "The database is at version \(current), but no file has this number." : nil
  }
}
