public import MigratorEngine

/// A reason not to merge migrations, or to review them first.
public struct CheckFinding: Sendable, Hashable {
  /// The kind of a finding; reports use the raw value as its name.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// A file cannot be used.
    case unreadable
    /// A migration failed on the copy.
    case failed
    /// A migration cannot be run here, so it and later ones were not tried.
    case blocked
    /// No migrations were found, so the pending ones are unknown.
    case unknown
    /// The file of an applied migration was changed.
    case changed
    /// According to the ledger, a migration began and did not finish.
    case dirty
    /// The ledger records a migration that is not registered.
    case unregistered
    /// A migration is pending although a later one is applied.
    case outOfOrder = "out-of-order"
    /// Rows, values, columns or tables are lost, and the loss was not accepted.
    case lostData = "lost-data"
    /// An index, a trigger, a view, a key or another constraint is not re-created.
    case lostRule = "lost-rule"
    /// There are new foreign-key violations.
    case violations
    /// A migration ran for a long time, during which other writers are blocked.
    case slow
    /// Another warning of the dry run.
    case warning

    /// The severity.
    public var severity: Severity {
      switch self {
      case .unreadable, .failed, .blocked, .unknown, .changed, .dirty, .lostData, .violations:
        .error
      case .unregistered, .outOfOrder, .lostRule, .slow, .warning: .warning
      }
    }
  }

  /// The severity of a finding.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The migrations should not be merged.
    case error
    /// A person should review the finding.
    case warning
  }

  /// The data of a finding.
  public enum Evidence: Sendable, Hashable {
    /// A file or folder cannot be used.
    case unreadable(FileProblem)
    /// The state of a migration in the list, with the note of its tool.
    case state(MigrationStatus.State, note: String?)
    /// None of these migrations can be run.
    case obstacle(StepObstacle)
    /// Nothing is pending, although not everything is applied.
    case standstill(NothingPendingReason)
    /// A migration that cannot be run.
    case stop(PredictedStop)
    /// A migration that failed.
    case failure(MigrationFailure)
    /// Lost data, and the losses that were not accepted.
    case dataLoss(Losses, open: [Agreement])
    /// Objects, keys and constraints that are lost.
    case ruleLoss(Losses)
    /// New foreign-key violations, and one of them in detail.
    case violations(ViolationCounts, first: ViolationDetail?)
    /// The run time of a migration, in seconds.
    case duration(Double)
    /// A warning of the dry run, as a sentence.
    case warning(String)
  }

  /// The data of the finding.
  public let evidence: Evidence
  /// The migration, or `nil` if the finding does not concern a single migration.
  public let migration: String?
  /// The file, or `nil` if there is none.
  public let file: String?
  /// The line in the file, from 1; `nil` if the finding concerns the whole file.
  public let line: Int?
  /// The column in the line, from 1.
  public let column: Int?

  init(_ evidence: Evidence, migration: String? = nil, file: String? = nil) {
    let place: (file: String?, location: ScriptLocation?) =
      switch evidence {
      case .failure(let failure): (file: failure.file, location: failure.fixLocation)
      case .violations(_, let first): (first?.causedBy?.file, first?.causedBy)
      default: (nil, nil)
      }
    self.evidence = evidence
    self.migration = migration
    self.file = place.file ?? file
    line = place.location?.line
    column = place.location?.column
  }

  /// Creates a finding about a file or folder that cannot be used.
  ///
  /// - Parameter problem: The problem.
  public init(unreadable problem: FileProblem) {
    evidence = .unreadable(problem)
    migration = nil
    file = problem.file
    line = problem.location?.line
    column = problem.location?.column
  }

  /// The kind of the finding.
  public var rule: Rule {
    switch evidence {
    case .unreadable: .unreadable
    case .state(.changed, _): .changed
    case .state(.dirty, _): .dirty
    case .state(.unregistered, _): .unregistered
    case .state(.outOfOrder, _): .outOfOrder
    case .state, .obstacle, .stop: .blocked
    case .standstill: .unknown
    case .failure: .failed
    case .dataLoss: .lostData
    case .ruleLoss: .lostRule
    case .violations: .violations
    case .duration: .slow
    case .warning: .warning
    }
  }

  /// The severity of the finding.
  public var severity: Severity { rule.severity }
}

/// The findings of a check, and the migrations that it tried.
public struct CheckReport: Sendable, Hashable {
  /// The findings, in migration order.
  public let findings: [CheckFinding]
  /// The migrations that ran on the copy, including a failed one.
  public let tried: [String]
  /// The pending migrations that the run did not reach.
  public let untried: [String]
  /// The origin of the migrations.
  public internal(set) var origin = MigrationOrigin()

  /// Creates a report from its properties, without an origin.
  public init(findings: [CheckFinding], tried: [String], untried: [String] = []) {
    self.findings = findings
    self.tried = tried
    self.untried = untried
  }

  /// The failed migration's failure, if there is one.
  public var failure: MigrationFailure? {
    findings.lazy.compactMap { finding in
      if case .failure(let failure) = finding.evidence { failure } else { nil }
    }.first
  }

  /// Returns the number of findings of a severity.
  public func count(of severity: CheckFinding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}
