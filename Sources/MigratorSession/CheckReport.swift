public import MigratorEngine

/// Something that speaks against migrations, for whoever lets nobody merge them with it.
public struct CheckFinding: Sendable, Hashable {
  /// What was looked for; the raw value is the name that reports use.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// The files cannot be used.
    case unreadable
    /// A migration failed on the copy.
    case failed
    /// A migration cannot be run here, so that nobody tried it nor those after it.
    case blocked
    /// There are no migrations, so that nobody can tell what is pending.
    case unknown
    /// The text of an applied migration is another one now.
    case changed
    /// The ledger says that a migration began and did not end.
    case dirty
    /// The ledger records a migration that is not registered.
    case unregistered
    /// A migration is not applied although one after it is.
    case outOfOrder = "out-of-order"
    /// Rows, values, columns or tables are lost that nobody agreed to.
    case lostData = "lost-data"
    /// An index, a trigger, a view, a key or another constraint is not created again.
    case lostRule = "lost-rule"
    /// Foreign keys are violated that were not before.
    case violations
    /// A migration ran for long, while which nobody else can write.
    case slow
    /// What else the dry run warns of.
    case warning

    /// How much it matters.
    public var severity: Severity {
      switch self {
      case .unreadable, .failed, .blocked, .unknown, .changed, .dirty, .lostData, .violations:
        .error
      case .unregistered, .outOfOrder, .lostRule, .slow, .warning: .warning
      }
    }
  }

  /// How much a finding matters.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The migrations should not be merged.
    case error
    /// Somebody should look.
    case warning
  }

  /// What was seen.
  public enum Evidence: Sendable, Hashable {
    /// A file, or the folder, cannot be used, as its reader says.
    case unreadable(FileProblem)
    /// The state of a migration in the list, and what its tool says of it.
    case state(MigrationStatus.State, note: String?)
    /// Nothing of these migrations can be run.
    case obstacle(StepObstacle)
    /// Nothing is pending, and not because all is applied.
    case standstill(Standstill)
    /// A migration that cannot be run.
    case stop(ForeseenStop)
    /// A migration that failed.
    case failure(MigrationFailure)
    /// Data that is lost, and what of it nobody agreed to.
    case dataLoss(Losses, open: [Agreement])
    /// Objects, keys and constraints that are lost.
    case ruleLoss(Losses)
    /// Violations that were not there before, and one of them.
    case violations(ViolationCounts, first: ViolationDetail?)
    /// How long a migration ran, in seconds.
    case duration(Double)
    /// What the dry run warns of, in a sentence.
    case warning(String)
  }

  /// What was seen.
  public let evidence: Evidence
  /// The migration, or `nil` where it is about none alone.
  public let migration: String?
  /// The file, or `nil` where there is none.
  public let file: String?
  /// The line in the file, from 1; `nil` where it is about the whole file.
  public let line: Int?
  /// The column in the line, from 1.
  public let column: Int?

  /// Creates a finding about a migration, or about none alone.
  init(_ evidence: Evidence, migration: String? = nil, file: String? = nil) {
    let place: (file: String?, location: ScriptLocation?) =
      switch evidence {
      case .failure(let failure): (file: failure.file, location: failure.placeToMend)
      case .violations(_, let first): (first?.madeBy?.file, first?.madeBy)
      default: (nil, nil)
      }
    self.evidence = evidence
    self.migration = migration
    self.file = place.file ?? file
    line = place.location?.line
    column = place.location?.column
  }

  /// Creates a finding about a file, or a folder, that cannot be used.
  ///
  /// - Parameter problem: What is wrong with it.
  public init(unreadable problem: FileProblem) {
    evidence = .unreadable(problem)
    migration = nil
    file = problem.file
    line = problem.location?.line
    column = problem.location?.column
  }

  /// What was looked for.
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

  /// How much it matters.
  public var severity: Severity { rule.severity }
}

/// What a check found, and what it looked at.
public struct CheckReport: Sendable, Hashable {
  /// What speaks against the migrations, in their order.
  public let findings: [CheckFinding]
  /// The migrations that ran on the copy, the one that failed included.
  public let tried: [String]
  /// The pending migrations that the run did not get to.
  public let untried: [String]
  /// Where the migrations come from.
  public internal(set) var origin = MigrationOrigin()

  /// Creates a report; the parameters are the properties, but for the origin.
  public init(findings: [CheckFinding], tried: [String], untried: [String] = []) {
    self.findings = findings
    self.tried = tried
    self.untried = untried
  }

  /// The failure of the migration that failed, if one did.
  public var failure: MigrationFailure? {
    findings.lazy.compactMap { finding in
      if case .failure(let failure) = finding.evidence { failure } else { nil }
    }.first
  }

  /// How many findings there are of a severity.
  public func count(of severity: CheckFinding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}
