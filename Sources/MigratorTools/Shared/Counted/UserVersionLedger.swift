import MigratorEngine

/// `PRAGMA user_version` as a ledger: one number, and whatever leads up to it is applied.
///
/// <https://www.sqlite.org/pragma.html#pragma_user_version>
struct UserVersionLedger: Ledger {
  static let pragma = "PRAGMA user_version"
  /// The number is stored in 32 bits, and SQLite writes 0 for what does not fit.
  static let highest = Int64(Int32.max)

  /// What is special to a tool's count.
  struct Rules: Sendable {
    /// Whether every number has a file, so that one without is told.
    var countsFiles = false
    /// Why the tool would refuse to go on.
    var obstacle: @Sendable (_ current: Int64, _ files: [CountedFile]) -> StepObstacle? = { _, _ in
      nil
    }
    /// What there is to know of a pending file, which is run at a number.
    var note: @Sendable (CountedFile, _ before: Int64) -> String? = { _, _ in nil }
  }

  let rules: Rules
  let files: ToolFiles<CountedFile>

  var name: String { Self.pragma }
  var tableNames: [String] { [] }

  func state(_ rows: LedgerRows) -> LedgerState {
    let current = rows.userVersion
    // Every new database has 0.
    var state = LedgerState(exists: current != 0)
    var before = current
    for file in files.all {
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
      state.obstacle = rules.obstacle(current, files.all)
    }
    return state
  }

  func statements(for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp) -> [String] {
    switch change {
    case .record(let identifier), .baseline(let identifier):
      // A file of Lighter has set it already.
      guard let version = files[identifier]?.version, version != rows.userVersion else { return [] }
      return ["PRAGMA main.user_version = \(version)"]
    case .create, .begin, .fail, .forget, .clearFailures, .acceptChecksum: return []
    }
  }

  /// Says of a number that no migration leads to where it may come from.
  private func stranger(_ current: Int64) -> String? {
    let versions = files.all.map(\.version)
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
