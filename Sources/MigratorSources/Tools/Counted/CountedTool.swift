import MigratorEngine

/// What the tools have in common that keep their count in `PRAGMA user_version`.
protocol CountedTool: MigrationTool {
  /// The rule of the tool.
  var counting: UserVersionRule.Tool { get }
}

extension CountedTool {
  package func ledger(in tables: DatabaseTables) -> LedgerEvidence? {
    // The number may be anybody's, and with another ledger beside it, it is most likely not this.
    guard tables.userVersion > 0, !MigrationTools.hasLedgerTable(tables) else { return nil }
    return LedgerEvidence(
      table: UserVersionRule.pragma, words: "\(UserVersionRule.pragma) = \(tables.userVersion)",
      strength: 1)
  }

  package func rule(table: String?) -> any LedgerRule { UserVersionRule(tool: counting) }
}

/// Migrations by the number they lead to, in the making.
struct CountedList {
  private(set) var entries: [(version: Int64, migration: ToolMigration)] = []
  private(set) var problems: [SourceProblem] = []

  /// Adds what a file gives, or the problems it has.
  mutating func add(
    _ version: Int64, _ migration: () throws(SourceFailure) -> ToolMigration
  ) {
    do {
      entries.append((version, try migration()))
    } catch {
      problems += error.problems
    }
  }

  /// Adds a problem of the folder.
  mutating func add(_ problem: SourceProblem) { problems.append(problem) }

  /// Returns the migrations by number.
  ///
  /// - Parameter path: The folder, for the problem of a number that is there twice.
  /// - Returns: The migrations.
  /// - Throws: `SourceFailure` with all problems.
  func sorted(in path: String) throws -> [ToolMigration] {
    let sorted = entries.sorted {
      ($0.version, $0.migration.identifier) < ($1.version, $1.migration.identifier)
    }
    var problems = problems
    for (one, other) in zip(sorted, sorted.dropFirst()) where one.version == other.version {
      problems.append(
        SourceProblem(
          .duplicateVersion, path: path,
          message: "\(one.migration.identifier) and \(other.migration.identifier) have one number",
          remedy: "Give one of them another number."))
    }
    guard problems.isEmpty else { throw SourceFailure(problems: problems) }
    return sorted.map(\.migration)
  }

  /// The problem of a number that `user_version` cannot hold.
  static func tooHigh(_ number: String, path: String) -> SourceProblem {
    SourceProblem(
      .badVersion, path: path,
      message: "\(number) does not fit in user_version, which ends at \(UserVersionRule.highest)",
      remedy: "Give the file a lower number.")
  }
}

extension StringProtocol {
  /// The ASCII digits it begins with.
  var leadingDigits: String { String(prefix { $0.isASCII && $0.isNumber }) }

  /// Whether it is one ASCII digit or several, and nothing else.
  var isDigits: Bool { !isEmpty && allSatisfy { $0.isASCII && $0.isNumber } }

  /// A number of any length without its leading zeros.
  var withoutLeadingZeros: String {
    let rest = drop { $0 == "0" }
    return rest.isEmpty ? "0" : String(rest)
  }
}
