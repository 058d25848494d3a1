/// `PRAGMA user_version` as a ledger: one number, and whatever leads up to it is applied.
///
/// <https://www.sqlite.org/pragma.html#pragma_user_version>
package struct UserVersionLedger: Ledger {
  /// What the ledger is called.
  package static let pragma = "PRAGMA user_version"
  /// The number is stored in 32 bits, and SQLite writes 0 for what does not fit.
  package static let highest = Int64(Int32.max)

  /// A migration, and the number that it leads to.
  package struct File: Sendable, Hashable {
    /// What identifies the migration.
    package let identifier: String
    /// The number that stands in `user_version` once it is applied.
    package let version: Int64
    /// Whether it sets the number itself.
    package let setsVersion: Bool

    /// Creates a file; the parameters are the properties.
    package init(identifier: String, version: Int64, setsVersion: Bool = false) {
      self.identifier = identifier
      self.version = version
      self.setsVersion = setsVersion
    }
  }

  /// What is special to a tool's count.
  package struct Rules: Sendable {
    /// Why a tool would refuse to go on from a number with its files, or `nil`.
    package typealias Obstacle = @Sendable (_ current: Int64, _ files: [File]) -> StepObstacle?
    /// What there is to know of a pending file, which is run at a number.
    package typealias Note = @Sendable (File, _ before: Int64) -> String?

    let countsFiles: Bool
    let obstacle: Obstacle
    let note: Note

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - countsFiles: Whether every number has a file, so that one without is told.
    ///   - obstacle: Why the tool would refuse to go on.
    ///   - note: What there is to know of a pending file.
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
  /// The files, in the order of the tool.
  package let files: [File]
  private let versions: [String: Int64]

  /// Creates a ledger of files in the tool's order; the rules are what is special to its count.
  package init(rules: Rules = Rules(), files: [File]) {
    self.rules = rules
    self.files = files
    versions = Dictionary(files.map { ($0.identifier, $0.version) }) { first, _ in first }
  }

  package var name: String { Self.pragma }
  package var tableNames: [String] { [] }

  package func userVersion(after identifier: String) -> Int64? { versions[identifier] }

  package func state(_ rows: LedgerRows) -> LedgerState {
    let current = rows.userVersion
    // Every new database has 0.
    var state = LedgerState(exists: current != 0)
    var before = current
    for file in files {
      if file.version == 0 {
        state.exceptions[file.identifier] = LedgerState.Exception(
          .skipped,
          note: "It has the number 0, as every new database does, so that it is never run.")
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
        "user_version is \(current), which no migration leads to.",
        remedy: "Find out what wrote it; then set the number that the schema has.")
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
    // A file of Lighter has set it already.
    guard let version, version != rows.userVersion else { return [] }
    return ["PRAGMA main.user_version = \(version)"]
  }

  /// Says of a number that no migration leads to where it may come from.
  private func stranger(_ current: Int64) -> String? {
    let versions = files.map(\.version)
    guard current > 0, !versions.contains(current) else { return nil }
    let highest = versions.max() ?? 0
    if current > highest {
      return "The database is at \(current), and the newest migration that is known here leads to "
        + "\(highest): a newer version of the program was here."
    }
    // The schema that SQLDelight creates first has a number and no file, as has any in between.
    return rules.countsFiles
      ? "The database is at \(current), and no file has that number." : nil
  }
}
