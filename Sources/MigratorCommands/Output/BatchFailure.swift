import MigratorEngine
package import MigratorSession

/// An error of a batch command: a message, a remedy and an exit status.
package struct BatchFailure: Error {
  package let status: ExitStatus
  /// The message; a line break within a line is part of a name.
  let lines: [String]
  package var message: String { lines.joined(separator: "\n") }
  package let remedy: Remedy
  /// The error if the result of a repair or restore is unknown.
  private let doubt: UncertainChange?

  package init(_ status: ExitStatus, _ message: String, _ remedy: Remedy) {
    self.init(status, [message], remedy, nil)
  }

  init(_ status: ExitStatus, _ lines: [String], _ remedy: Remedy) {
    self.init(status, lines, remedy, nil)
  }

  private init(
    _ status: ExitStatus, _ lines: [String], _ remedy: Remedy, _ doubt: UncertainChange?
  ) {
    self.status = status
    self.lines = lines
    self.remedy = remedy
    self.doubt = doubt
  }

  /// Converts an error to a message and an exit status.
  package init(_ error: any Error) {
    switch error {
    case let failure as BatchFailure: self = failure
    default:
      let explanation = Explanation(error)
      self.init(
        ExitStatus(explanation.category), explanation.lines, explanation.remedy,
        error as? UncertainChange)
    }
  }

  /// Lists the problems of unusable migration files, one line each; returns `nil` if there are
  /// none.
  init?(_ problems: [FileProblem]) {
    guard let last = problems.last else { return nil }
    let lines = problems.dropLast().map(\.description) + [last.placedMessage]
    self.init(.badMigrations, lines, Remedy(last.remedy))
  }

  /// Explains why "nothing pending" cannot be reported; returns `nil` if it can.
  init?(_ overview: SessionOverview) {
    if let caution = overview.status.caution {
      self.init(MigrationError(.obstacle(caution)))
      return
    }
    let standstill = overview.standstill
    guard let remedy = standstill.remedy else { return nil }
    self.init(.unknown, standstill.message, remedy)
  }

  var json: JSON { ["error": error] }

  /// The failure as a member of a larger object.
  var error: JSON {
    var members: [(String, JSON)] = [
      ("message", .string(message)), ("remedy", .string(remedy.sentence)),
      ("exitStatus", .integer(Int64(status.ofProcess))),
    ]
    if let doubt {
      members += [
        (
          "databaseState",
          .string(
            (doubt.underlying.isInDoubt ? MigrationFailure.DatabaseState.unknown : .rolledBack).name
          )
        ),
        ("backup", doubt.keptPath.map(JSON.string) ?? .null),
      ]
    }
    return .object(members)
  }
}

/// An error that concerns individual migrations, with their locations.
package protocol FindingsError: ExplainedError {
  /// The problems of the migrations.
  var findings: [CheckFinding] { get }
}
