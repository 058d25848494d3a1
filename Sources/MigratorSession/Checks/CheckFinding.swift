public import MigratorEngine
public import MigratorRows
public import MigratorSchema

/// A reason not to merge migrations, or to review them first.
public struct CheckFinding: Sendable, Hashable {
  /// The data of a finding.
  public enum Evidence: Sendable, Hashable {
    /// A file or folder cannot be used.
    case unreadable(FileProblem)
    /// The state of a migration in the list, with the note of its tool.
    case state(MigrationStatus.State, note: String?)
    /// No migration can be run.
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
    /// A view, trigger, foreign key or index that no longer works.
    case broken(Loss)
    /// An `accept` entry that is invalid, or that no finding needs.
    case unusedConsent(RuleConsent)
    /// An option that accepts nothing.
    case unusedAgreement(UnusedAgreement)
    /// The run time of a migration, in seconds.
    case duration(Double)
    /// A warning of the dry run, as a sentence.
    case warning(String)
    /// The tool splits the file into different statements from SQLite.
    case splitting(FileProblem)
    /// A down migration does not undo its migration.
    case down(DownDifference)
    /// What the migration does to generated rows.
    case generated(GeneratedFinding)
    /// A difference from the files of a git revision.
    case base(BaseDifference, revision: String)
    /// A feature that the users' version of SQLite lacks, at its location.
    case newerSQLite(SQLiteFeature.Use, users: SQLiteRelease, at: ScriptLocation)
    /// A property of the schema that is often unintended, at the statement that created it.
    case hint(SchemaHint, at: ScriptLocation?)
    /// The estimated time of a migration, or of one of its statements, with many rows.
    case growth(MigrationGrowth, MigrationGrowth.Statement?)
  }

  /// The data of the finding.
  public let evidence: Evidence
  /// The severity, initially that of the rule.
  public internal(set) var severity: Severity
  /// The `accept` entry for the finding, which makes it a note; `nil` if there is none.
  public internal(set) var consent: RuleConsent?
  /// A sentence about the conditions of the run, such as absent migrations, or `nil`.
  public internal(set) var context: String?
  /// True if it probably follows from another finding, which makes it a note.
  var isConsequence = false
  /// The migration, or `nil` if the finding does not concern a single migration.
  public let migration: String?
  /// The file, or `nil` if there is none.
  public let file: String?
  /// The line in the file, from 1; `nil` if the finding concerns the whole file.
  public let line: Int?
  /// The column in the line, from 1.
  public let column: Int?

  init(
    _ evidence: Evidence, migration: String? = nil, file: String? = nil,
    at location: ScriptLocation? = nil
  ) {
    let place: (file: String?, location: ScriptLocation?) =
      switch evidence {
      case .failure(let failure): (file: failure.file, location: failure.fixLocation)
      case .violations(_, let first): (first?.causedBy?.file, first?.causedBy)
      case .splitting(let problem): (problem.file, problem.location)
      case .down(let difference): (difference.location?.file, difference.location)
      case .generated(let finding): (finding.location?.file, finding.location)
      case .newerSQLite(_, _, let location): (file: location.file, location: location)
      case .hint(_, let location): (location?.file, location)
      case .growth(let growth, let statement): (nil, growth.location(of: statement))
      case .unreadable(let problem): (problem.file, problem.location)
      case .obstacle(let obstacle): (obstacle.location?.file, obstacle.location)
      default: (location?.file, location)
      }
    self.evidence = evidence
    severity = evidence.rule.severity
    self.migration = migration
    self.file = place.file ?? file
    line = place.location?.line
    column = place.location?.column
  }

  /// Creates a finding about a file or folder that cannot be used.
  ///
  /// - Parameters:
  ///   - problem: The problem.
  ///   - migration: The migration of the file, or `nil`.
  public init(unreadable problem: FileProblem, of migration: String? = nil) {
    self.init(.unreadable(problem), migration: migration)
  }

  /// Creates the finding about an `accept` entry that is invalid or not needed.
  init(unused consent: RuleConsent) {
    evidence = .unusedConsent(consent)
    severity = Rule.unusedConsent.severity
    migration = nil
    file = consent.file
    line = consent.line
    column = nil
  }

  /// True if options accept all its losses.
  var isAgreed: Bool {
    if case .dataLoss(_, let open) = evidence { open.isEmpty } else { false }
  }

  /// True if data of a table is lost.
  func losesData(of table: String) -> Bool {
    guard case .dataLoss(let losses, _) = evidence else { return false }
    return losses.list(of: .data).contains {
      ($0.facts.table ?? $0.facts.name).map(SQLName.init(_:)) == SQLName(table)
    }
  }

  /// The rule that the finding belongs to.
  public var rule: Rule { evidence.rule }
}

extension CheckFinding.Evidence {
  /// The rule that the data belongs to.
  public var rule: CheckFinding.Rule {
    switch self {
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
    case .broken: .broken
    case .unusedConsent, .unusedAgreement: .unusedConsent
    case .duration, .growth: .slow
    case .warning: .warning
    case .generated(let finding): finding.rule
    case .splitting: .splitting
    case .down: .downDiffers
    case .base(.edited, _): .edited
    case .base(.inserted, _): .inserted
    case .base(.removed, _): .removed
    case .newerSQLite: .newerSQLite
    case .hint(let hint, _): hint.rule
    }
  }
}
