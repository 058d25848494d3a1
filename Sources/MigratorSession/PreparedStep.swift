public import MigratorEngine

/// A step with everything that the operator must see first; no other step can run.
///
/// Only a session creates one. It is valid for one state of the file and for the migrations that
/// were read. If the migrations or the schema change, the step runs nothing.
public struct PreparedStep: Sendable {
  /// The state of the database and its migrations when the step was prepared.
  public let overview: SessionOverview
  /// The migrations that would be applied, in order.
  public let migrations: [MigrationStatus]
  /// The dry run, or `nil` if there was none.
  public let dryRun: SessionDryRun?
  /// Why no copy could be made for a dry run, or `nil`.
  public internal(set) var copyFailure: MigrationError?
  /// The losses that must be accepted, in migration order.
  public let agreements: [Agreement]
  /// The backup, if one is made.
  public let backups: BackupPlan
  let runner: any MigrationRunner

  /// The dry run's reports of these migrations, in order; empty without a dry run.
  public var predicted: [StepReport] {
    let names = Set(migrations.map(\.identifier))
    return dryRun?.report.steps.filter { $0.failure == nil && names.contains($0.identifier) } ?? []
  }

  /// The failure on the copy that ends the run early, or `nil`.
  public var stop: MigrationFailure? { dryRun?.report.failure }

  /// The maximum space that the steps need in the database's folder, in bytes.
  ///
  /// Predicted by the dry run from the journals and the growth of the file, without a backup; 0 if
  /// the dry run did not measure it.
  public var neededBytes: Int64 {
    predicted.compactMap(\.space).needed(isWAL: overview.facts.journalMode == "wal")
  }

  /// True if another engine commits the migrations before their changes can be checked.
  public var commitsUnchecked: Bool { !runner.checksBeforeCommit }

  /// True if a migration that loses more than was accepted is rolled back.
  public var enforcesAgreements: Bool {
    !commitsUnchecked && !migrations.contains(where: \.runsOutsideTransaction)
  }

  /// Returns the losses that are not accepted yet.
  ///
  /// - Parameter phrases: The phrases and digests that were given.
  /// - Returns: The agreements that none of them covers.
  public func missing(in phrases: [String]) -> [Agreement] {
    agreements.missing(in: phrases.namingMigrations(overview.registered))
  }

  /// The digest of each migration that would be applied, including those without losses.
  public var digests: [AgreementDigest] {
    let losses = predicted.reduce(into: [String: Losses]()) { $0[$1.identifier] = Losses(of: [$1]) }
    return AgreementDigest.all(
      of: migrations.map { ($0.identifier, losses[$0.identifier]) }, among: overview.registered)
  }

  /// Throws if a loss was not accepted, or if a digest does not match its migration.
  func requireAgreed(by given: [String]) throws(SessionRefusal) {
    let given = given.namingMigrations(overview.registered)
    let all = GivenAgreements(given)
    let others = digests.filter { $0.isContradicted(by: all.texts(for: $0)) }
    if !others.isEmpty { throw .digestDiffers(others) }
    let open = missing(in: given)
    if !open.isEmpty { throw .notAgreed(open) }
  }

  /// The losses of the migrations.
  public var losses: Losses { Losses(of: predicted) }
}

/// Two prepared steps are equal if they show the operator the same values.
extension PreparedStep: Hashable {
  private var shown: [AnyHashable] {
    [overview, migrations, dryRun, copyFailure, agreements, backups]
  }

  /// Returns whether both show the operator the same values.
  public static func == (first: PreparedStep, second: PreparedStep) -> Bool {
    first.shown == second.shown
  }

  /// Hashes the values that the operator sees.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(shown)
  }
}

/// The result of preparing a step.
public enum StepPreparation: Sendable, Hashable {
  /// The operator may confirm the step.
  case ready(PreparedStep)
  /// Nothing is pending; `caution` is an obstacle that the ledger's own tool would report.
  case nothingPending(SessionOverview, caution: StepObstacle?)
  /// The first migration failed or was stopped on the copy.
  case failed(SessionOverview, SessionDryRun)
}
