import MigratorEngine

/// `PRAGMA user_version` as a ledger: one number, and whatever leads up to it is applied.
///
/// <https://www.sqlite.org/pragma.html#pragma_user_version>
struct UserVersionLedger: Ledger {
  static let pragma = "PRAGMA user_version"
  /// The number is stored in 32 bits, and SQLite writes 0 for what does not fit.
  static let highest = Int64(Int32.max)

  /// Whose number it is.
  enum Tool: Sendable {
    case numbered
    case lighter
    case rusqliteMigration
    case sqlDelight
  }

  let tool: Tool
  let files: ToolFiles<CountedFile>

  var name: String { Self.pragma }
  var tableNames: [String] { [] }

  func state(_ rows: LedgerRows) -> LedgerState {
    let current = rows.userVersion
    // Every new database has 0.
    var state = LedgerState(exists: current != 0)
    var pending: [CountedFile] = []
    for file in files.all {
      if file.version == 0 {
        state.exceptions[file.identifier] = LedgerState.Exception(
          .skipped,
          note: "It has the number 0, as every new database does, so that it is never run.")
      } else if file.version <= current {
        state.records.append(LedgerState.Record(file.identifier))
      } else {
        pending.append(file)
      }
    }
    if let note = stranger(current) {
      state.records.append(LedgerState.Record("user_version \(current)", note: note))
    }
    state.obstacle = obstacle(current)
    if tool == .lighter {
      for (file, previous) in zip(pending, [nil] + pending.map { $0.version }) {
        state.notes[file.identifier] = note(on: file, after: previous ?? current)
      }
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
    guard tool == .numbered || tool == .lighter else { return nil }
    return "The database is at \(current), and no file has that number."
  }

  private func obstacle(_ current: Int64) -> StepObstacle? {
    if current < 0 {
      return StepObstacle(
        "user_version is \(current), which no migration leads to.",
        remedy: "Find out what wrote it; then set the number that the schema has.")
    }
    switch tool {
    case .numbered: return nil
    case .lighter: return misorder(current)
    case .rusqliteMigration:
      guard current > files.all.count, !files.all.isEmpty else { return nil }
      return StepObstacle(
        "rusqlite_migration stops: user_version is \(current), and there are "
          + "\(files.all.count) migrations.",
        remedy: "Use the version of the program that the database was migrated by.")
    case .sqlDelight:
      guard current == 0 else { return nil }
      return StepObstacle(
        "user_version is 0, for which SQLDelight creates the whole schema from its .sq files "
          + "instead of migrating.",
        remedy: "Let the program create the database, or set the number that its schema has.")
    }
  }

  /// The order of the names and that of the numbers have to be one for all that is not applied.
  private func misorder(_ current: Int64) -> StepObstacle? {
    var highest: CountedFile?
    for file in files.all {
      if let highest, file.version < highest.version, highest.version > current {
        return StepObstacle(
          "Lighter sorts by name, which puts \(highest.identifier) before \(file.identifier), "
            + "but its number is higher.",
          remedy: "Write the numbers of all files with the same width: 002, 010.")
      }
      if file.version > highest?.version ?? 0 { highest = file }
    }
    return nil
  }

  private func note(on file: CountedFile, after before: Int64) -> String? {
    var notes: [String] = []
    if file.version > before, file.version - before > 1 {
      notes.append(
        "There is no file between \(before) and \(file.version), where a loop over the numbers "
          + "would stop.")
    }
    if !file.setsVersion {
      notes.append("The file does not set user_version, so the step sets it to \(file.version).")
    }
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }
}
