public import MigratorEngine

/// Everything a person must see before agreeing to a step, and the only thing a step accepts.
///
/// Only a session makes one. It holds for one state of the file and for the very texts that were
/// read then: where either changed, the step runs nothing.
public struct PreparedStep: Sendable {
  /// What is there: facts, list and schema of the moment it was prepared.
  public let overview: SessionOverview
  /// The migrations that would be applied, in order.
  public let migrations: [MigrationStatus]
  /// What they did to a copy, or `nil` when they were not tried.
  public let dryRun: SessionDryRun?
  /// Why they were not tried, where a copy could not be made.
  public internal(set) var copyFailure: MigrationError?
  /// What has to be agreed to, in the order of the migrations.
  public let agreements: [Agreement]
  /// Where a backup would go.
  public let backupPath: String
  /// What becomes of the backups that are there.
  public internal(set) var backups = BackupPlan()
  let runner: any MigrationRunner

  /// What the migrations did to the copy, in their order; empty when they were not tried.
  public var foretold: [StepReport] {
    let names = Set(migrations.map(\.identifier))
    return dryRun?.report.steps.filter { $0.failure == nil && names.contains($0.identifier) } ?? []
  }

  /// The failure on the copy before which the run stops, or `nil`.
  public var stop: MigrationFailure? { dryRun?.report.failure }

  /// The most that the steps take in the folder of the database, in bytes, as far as the dry run can tell:
  /// their journals and the growth, without a backup; 0 where the dry run measured none.
  public var neededBytes: Int64 {
    foretold.compactMap(\.space).needed(isWAL: overview.facts.journalMode == "wal")
  }

  /// Whether another engine commits the migrations, before anybody can look at what they did.
  public var isCommittedUnseen: Bool { !runner.looksBeforeCommit }

  /// Whether what was agreed to is held against what the migrations did, and what is more is rolled back.
  public var isHeldToAgreements: Bool {
    !isCommittedUnseen && !migrations.contains(where: \.runsOutsideTransaction)
  }

  /// What is not agreed to yet.
  ///
  /// - Parameter phrases: The words that were given.
  /// - Returns: The agreements that none of them is meant for.
  public func missing(in phrases: [String]) -> [Agreement] { agreements.missing(in: phrases) }

  /// The digest of each migration that would be applied, of one that loses nothing as well.
  public var digests: [AgreementDigest] {
    let losses = foretold.reduce(into: [String: Losses]()) { $0[$1.identifier] = Losses(of: [$1]) }
    return AgreementDigest.all(
      of: migrations.map { ($0.identifier, losses[$0.identifier]) }, among: overview.registered)
  }

  /// Throws where not all was agreed to, or a digest was given of another text or other losses.
  func requireAgreed(by given: [String]) throws(SessionRefusal) {
    let all = GivenAgreements(given)
    let others = digests.filter { $0.isContradicted(by: all.texts(for: $0)) }
    if !others.isEmpty { throw .digestDiffers(others) }
    let open = missing(in: given)
    if !open.isEmpty { throw .notAgreed(open) }
  }

  /// What the migrations lose.
  public var losses: Losses { Losses(of: foretold) }
}

/// Two are equal when they would show a person the same.
extension PreparedStep: Hashable {
  private var shown: [AnyHashable] {
    [overview, migrations, dryRun, copyFailure, agreements, backupPath, backups]
  }

  /// Whether two would show a person the same.
  public static func == (first: PreparedStep, second: PreparedStep) -> Bool {
    first.shown == second.shown
  }

  /// Hashes what a person is shown.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(shown)
  }
}

/// What came of preparing a step.
public enum StepPreparation: Sendable, Hashable {
  /// A person may agree to it.
  case ready(PreparedStep)
  /// Nothing is pending; `caution` is what the tool of the ledger would stop at all the same.
  case nothingPending(SessionOverview, caution: StepObstacle?)
  /// The first migration failed on the copy, or was stopped there.
  case failed(SessionOverview, SessionDryRun)
}
