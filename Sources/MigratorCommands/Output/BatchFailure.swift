import MigratorEngine
package import MigratorSession

package struct BatchFailure: Error {
  package let status: ExitStatus
  /// The message; a line break within a line is part of a name.
  let lines: [String]
  package var message: String { lines.joined(separator: "\n") }
  package let remedy: Remedy
  let facts: Facts

  struct Facts {
    var failure: (MigrationFailure, on: RunSubject)?
    var problems: [FileProblem] = []
    /// The losses that were not accepted.
    var agreements: [Agreement] = []
    var phrase: String?
    /// The error if the result of a repair or restore is unknown.
    var doubt: UncertainChange?

    init() {}

    init(_ error: any Error) {
      switch error {
      case let error as UncertainChange: doubt = error
      case SessionRefusal.notAgreed(let missing): agreements = missing
      case SessionRefusal.notAgreedToUndo(let phrase), SessionRefusal.notAgreedToFix(let phrase):
        self.phrase = phrase
      case let error as RehearsalFailure: failure = error.failure.map { ($0, on: .copy) }
      case let error as SettingsFailure: problems = error.problems
      case let error as MigrationError:
        if case .obstacle(let obstacle) = error.kind { problems = obstacle.problems }
      default: break
      }
    }

    init(_ failure: MigrationFailure, on subject: RunSubject) { self.failure = (failure, subject) }
    init(problems: [FileProblem]) { self.problems = problems }
    init(agreements: [Agreement]) { self.agreements = agreements }
  }

  package init(_ status: ExitStatus, _ message: String, _ remedy: Remedy) {
    self.init(status, [message], remedy)
  }

  init(_ status: ExitStatus, _ lines: [String], _ remedy: Remedy, _ facts: Facts = Facts()) {
    self.status = status
    self.lines = lines
    self.remedy = Printer.database.map(remedy.naming) ?? remedy
    self.facts = facts
  }

  /// Reports losses that a phrase accepts.
  package init(acceptedBy phrase: String, _ lines: [String]) {
    var facts = Facts()
    facts.phrase = phrase
    self.init(
      .migrationFailed, lines,
      "Change the wanted schema, or accept the losses: add \(Remedy.options(agreeing: [phrase])).",
      facts)
  }

  /// A migration that failed on a copy.
  init(onCopy failure: MigrationFailure) {
    self.init(
      ExitStatus(failure, on: .copy),
      [
        failure.isCancellation
          ? "\(failure.identifier) was stopped on the copy." : "On the copy, \(failure.sentence)"
      ],
      failure.remedy(on: .copy), Facts(failure, on: .copy))
  }

  package init(_ error: any Error) {
    switch error {
    case let failure as BatchFailure: self = failure
    default:
      let explanation = Explanation(error)
      self.init(
        ExitStatus(explanation.category), explanation.lines, explanation.remedy, Facts(error))
    }
  }

  /// Lists the problems of unusable migration files, one line each; returns `nil` if there are
  /// none.
  init?(_ problems: [FileProblem]) {
    guard let last = problems.last else { return nil }
    let lines = problems.dropLast().map(\.description) + [last.placedMessage]
    self.init(.badMigrations, lines, Remedy(last.remedy), Facts(problems: problems))
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

  var error: JSON {
    var members: [(String, JSON)] = [
      ("message", .string(message)), ("remedy", .string(remedy.sentence)),
      ("remedyCommand", .optional(remedy.command)),
      ("exitStatus", .integer(Int64(status.ofProcess))),
      ("failure", facts.failure.map { FailureText.json($0.0, on: $0.on) } ?? .null),
      ("problems", .array(facts.problems.map(StatusText.json))),
      ("consent", .array(consent)),
    ]
    if let doubt = facts.doubt {
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

  /// The arguments for `--agree`: one phrase for each loss, or one digest for each migration.
  private var consent: [JSON] {
    facts.agreements.map {
      [
        "migration": .string($0.migration), "phrase": .string($0.phrase),
        "digest": .string($0.digest.words),
      ]
    } + (facts.phrase.map { [["migration": .null, "phrase": .string($0), "digest": .null]] } ?? [])
  }
}

package protocol FindingsError: ExplainedError {
  var findings: [CheckFinding] { get }
}
