import MigratorEngine

/// The current rows of Flyway's ledger, without undone or deleted versions and markers.
struct FlywayHistory {
  struct Row {
    let rank: Int64
    /// The version, or `nil` for repeatable migrations and invalid versions.
    let version: FlywayVersion?
    let isRepeatable: Bool
    let description: String?
    let type: String?
    let checksum: Int64?
    let isSuccess: Bool
    let time: String?
    let name: String
    /// `true` for a class in Java, Kotlin or another language of the JVM.
    var isOfClass: Bool { ["JDBC", "SPRING_JDBC", "CUSTOM"].contains(type) }

    init(_ row: LedgerRows.Row) {
      rank = row.integer("installed_rank") ?? 0
      let text = row.text("version")
      version = text.flatMap { FlywayVersion($0) }
      isRepeatable = text == nil
      description = row.text("description")
      type = row.text("type")
      checksum = row.integer("checksum")
      isSuccess = row.isTrue("success")
      time = row.text("installed_on")
      let script = row.text("script") ?? ""
      let stem = script.lowercased().hasSuffix(".sql") ? String(script.dropLast(4)) : script
      name = stem.isEmpty ? text ?? description ?? "(row \(rank))" : stem
    }
  }

  /// The current rows, sorted by rank.
  private(set) var current: [Row] = []
  /// The version that the database had before it used Flyway.
  ///
  /// Migrations up to this version are not run.
  private(set) var baseline: FlywayVersion?
  /// The highest version that is applied, failed or recorded as the baseline.
  var last: FlywayVersion? { (current.compactMap(\.version) + [baseline].compactMap { $0 }).max() }

  init(_ rows: [LedgerRows.Row]) {
    for row in rows.map({ Row($0) }).sorted(by: { $0.rank < $1.rank }) {
      let type = row.type ?? ""
      if type == "SCHEMA" { continue }
      if type == "BASELINE" {
        baseline = row.version
        continue
      }
      current.removeAll { known in
        row.isRepeatable
          ? known.isRepeatable && known.description == row.description
          : known.version != nil && known.version == row.version
      }
      if type == "DELETE" || type.hasPrefix("UNDO") { continue }
      current.append(row)
    }
  }
}

struct FlywayProblemRanking {
  /// The rules, in order of importance to an operator.
  enum Rule: Int, Comparable {
    case failed, missing, checksum, type, description, ignored

    static func < (one: Rule, other: Rule) -> Bool { one.rawValue < other.rawValue }
  }

  private var mostImportant: (rule: Rule, identifier: String)?

  /// Records that a migration breaks a rule, unless a rule of at least the same importance is
  /// recorded.
  mutating func note(_ rule: Rule, _ identifier: String) {
    if let mostImportant, mostImportant.rule <= rule { return }
    mostImportant = (rule, identifier)
  }

  var first: StepObstacle? {
    guard let (rule, name) = mostImportant else { return nil }
    return switch rule {
    case .failed:
      StepObstacle(
        "Flyway stops at a failed migration: \(name).",
        remedy: "Undo its remaining changes, then clear the failure (flyway repair).",
        migration: name)
    case .missing:
      StepObstacle(
        "Flyway stops because \(name) is applied, but its file is missing.",
        remedy: "Restore the file, or run flyway repair, which marks it as deleted.",
        migration: name)
    case .checksum:
      StepObstacle(
        "Flyway stops because \(name) differs from what was applied (checksum mismatch).",
        remedy: "Undo the edit, or record the new checksum (flyway repair).", migration: name)
    case .type:
      StepObstacle(
        "Flyway stops because \(name) had another type when it was applied.",
        remedy: "Restore the previous file, or run flyway repair.", migration: name)
    case .description:
      StepObstacle(
        "Flyway stops because \(name) had another description when it was applied.",
        remedy: "Rename the file back, or run flyway repair.", migration: name)
    case .ignored:
      StepObstacle(
        "Flyway stops at \(name): it is not applied, but a higher version is.",
        remedy: "Give it a higher version, or run flyway migrate -outOfOrder=true.", migration: name
      )
    }
  }
}
