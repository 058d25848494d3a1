import MigratorEngine

/// `PRAGMA user_version` as a ledger: one number, and whatever leads up to it is applied.
///
/// The key of a migration is the number that stands there once it is applied.
/// <https://www.sqlite.org/pragma.html#pragma_user_version>
struct UserVersionRule: LedgerRule {
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

  var name: String { Self.pragma }
  var tableNames: [String] { [] }

  func reading(of migrations: [ToolMigration], _ contents: LedgerContents) -> LedgerReading {
    let current = contents.userVersion
    // Every new database has 0.
    var reading = LedgerReading(exists: current != 0)
    var pending: [ToolMigration] = []
    for migration in migrations {
      guard let version = Int64(migration.key) else { continue }
      if version == 0 {
        reading.exceptions[migration.identifier] = LedgerReading.Exception(
          .skipped,
          note: "It has the number 0, as every new database does, so that it is never run.")
      } else if version <= current {
        reading.records.append(LedgerReading.Record(migration.identifier))
      } else {
        pending.append(migration)
      }
    }
    if let note = stranger(current, among: migrations) {
      reading.records.append(LedgerReading.Record("user_version \(current)", note: note))
    }
    reading.obstacle = obstacle(current, migrations)
    if tool == .lighter {
      for (migration, previous) in zip(pending, [nil] + pending.map(Optional.some)) {
        reading.notes[migration.identifier] = note(on: migration, after: previous, current)
      }
    }
    return reading
  }

  func creation(_ contents: LedgerContents) -> [String] { [] }

  func recording(
    _ migration: ToolMigration, _ contents: LedgerContents, _ stamp: RecordStamp
  ) -> [String] {
    // A file of Lighter has set it already.
    guard let version = Int64(migration.key), version != contents.userVersion else { return [] }
    return ["PRAGMA main.user_version = \(version)"]
  }

  /// Says of a number that no migration leads to where it may come from.
  private func stranger(_ current: Int64, among migrations: [ToolMigration]) -> String? {
    let versions = migrations.compactMap { Int64($0.key) }
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

  private func obstacle(_ current: Int64, _ migrations: [ToolMigration]) -> StepObstacle? {
    if current < 0 {
      return StepObstacle(
        "user_version is \(current), which no migration leads to.",
        remedy: "Find out what wrote it; then set the number that the schema has.")
    }
    switch tool {
    case .numbered: return nil
    case .lighter: return Self.misorder(current, migrations)
    case .rusqliteMigration:
      guard current > migrations.count, !migrations.isEmpty else { return nil }
      return StepObstacle(
        "rusqlite_migration stops: user_version is \(current), and there are "
          + "\(migrations.count) migrations.",
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
  private static func misorder(_ current: Int64, _ migrations: [ToolMigration]) -> StepObstacle? {
    var highest: ToolMigration?
    var highestVersion: Int64 = 0
    for migration in migrations {
      guard let version = Int64(migration.key) else { continue }
      if let highest, version < highestVersion, highestVersion > current {
        return StepObstacle(
          "Lighter sorts by name, which puts \(highest.identifier) before \(migration.identifier), "
            + "but its number is higher.",
          remedy: "Write the numbers of all files with the same width: 002, 010.")
      }
      if version > highestVersion { (highest, highestVersion) = (migration, version) }
    }
    return nil
  }

  private func note(
    on migration: ToolMigration, after previous: ToolMigration?, _ current: Int64
  ) -> String? {
    var notes: [String] = []
    let before = previous.flatMap { Int64($0.key) } ?? current
    if let version = Int64(migration.key), version > before, version - before > 1 {
      notes.append(
        "There is no file between \(before) and \(version), where a loop over the numbers would "
          + "stop.")
    }
    if migration.facts[Lighter.pragmaFact] == nil {
      notes.append("The file does not set user_version, so the step sets it to \(migration.key).")
    }
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }
}
