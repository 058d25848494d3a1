internal import MigratorEngine
internal import MigratorPlatform

/// An argument of `--agree` that accepts nothing.
public struct UnusedAgreement: Sendable, Hashable {
  /// The reason.
  public enum Reason: Sendable, Hashable {
    /// It names no migration, or several.
    case noMigration
    /// The migration is already applied.
    case applied(String)
    /// The run does not include the migration.
    case notTried(String)
    /// The migration has other losses, or none.
    case noSuchLoss(String, [Agreement])
    /// The digest does not match the file or the losses of its migration.
    case digestDiffers(AgreementDifference)
  }

  /// The argument.
  public let text: String
  /// The reason.
  public let reason: Reason

  /// The migration, or `nil` if the argument names none.
  public var migration: String? {
    switch reason {
    case .noMigration: nil
    case .applied(let migration), .notTried(let migration), .noSuchLoss(let migration, _):
      migration
    case .digestDiffers(let difference): difference.migration
    }
  }

  /// The difference between the digest and its migration, or `nil` if the argument is not a digest.
  public var difference: AgreementDifference? {
    if case .digestDiffers(let difference) = reason { difference } else { nil }
  }

  /// The argument and the reason, as a sentence.
  public var message: String { "--agree \(text.quotedShellWord) accepts nothing: \(reason.words)." }
}

extension UnusedAgreement.Reason {
  fileprivate var words: String {
    switch self {
    case .noMigration: "it does not name one of the migrations"
    case .applied(let migration): "\(migration) is already applied"
    case .notTried(let migration): "\(migration) is not in this run"
    case .noSuchLoss(let migration, let agreements) where agreements.isEmpty:
      "\(migration) loses no data"
    case .noSuchLoss(let migration, let agreements):
      "the losses of \(migration) are " + Format.names(agreements.map { "\"\($0.phrase)\"" })
    case .digestDiffers(let difference):
      "it does not match \(difference.migration) (\(difference.lines.joined(separator: "; ")))"
    }
  }
}

/// The migrations of a run and their losses, to which agreements are compared.
struct AgreementReview {
  let registered: [RegisteredMigration]
  let status: StatusReport
  /// The agreements that the run requires.
  var agreements: [Agreement] = []
  /// The digest of each migration in the run.
  var digests: [AgreementDigest] = []
  /// The dry run's reports of these migrations.
  var reports: [StepReport] = []
  /// The migrations whose losses are unknown, because the run failed before them.
  var unreached: Set<String> = []

  /// Returns the arguments that accept nothing, in order.
  func unused(_ given: [String]) -> [UnusedAgreement] {
    zip(given, given.namingMigrations(registered)).compactMap { text, named in
      reason(named).map { UnusedAgreement(text: text, reason: $0) }
    }
  }

  private func reason(_ named: String) -> UnusedAgreement.Reason? {
    let isUsed =
      agreements.contains { $0.isGiven(by: named) } || digests.contains { $0.isGiven(by: named) }
    if isUsed { return nil }
    let name = named.lastIndex(of: ":").map { String(named[..<$0]) }
    guard let name, registered.contains(where: { $0.identifier == name }) else {
      return .noMigration
    }
    if let digest = digests.first(where: { $0.migration == name }) {
      guard digest.isContradicted(by: [named]) else {
        return .noSuchLoss(name, agreements.filter { $0.migration == name })
      }
      return .digestDiffers(
        AgreementDifference(
          digest.details(of: named), present: digest, reports.first { $0.identifier == name }))
    }
    if unreached.contains(name) { return nil }
    let state = status.migrations.first { $0.identifier == name }?.state
    return state?.isRecorded == true ? .applied(name) : .notTried(name)
  }
}

extension SessionDryRun {
  /// Returns the arguments of `--agree` that accept nothing.
  ///
  /// - Parameters:
  ///   - given: The arguments.
  ///   - overview: The overview of the database before the run.
  /// - Returns: The unused ones, in order.
  public func unusedAgreements(
    in given: [String], _ overview: SessionOverview
  ) -> [UnusedAgreement] {
    let failed = report.failure.map { [$0.identifier] } ?? []
    return AgreementReview(
      registered: registered, status: overview.status, agreements: agreements, digests: digests,
      reports: report.steps, unreached: Set(overview.untried(by: self) + failed)
    ).unused(given)
  }

  /// Returns the losses that are not accepted.
  ///
  /// - Parameter given: The phrases and digests.
  /// - Returns: The agreements that none of them covers.
  public func missing(in given: [String]) -> [Agreement] {
    agreements.missing(in: given.namingMigrations(registered))
  }
}

extension PreparedStep {
  /// Returns the arguments of `--agree` that accept nothing.
  ///
  /// - Parameter given: The arguments.
  /// - Returns: The unused ones, in order.
  public func unusedAgreements(in given: [String]) -> [UnusedAgreement] {
    let failed = stop.map { [$0.identifier] } ?? []
    return AgreementReview(
      registered: overview.registered, status: overview.status, agreements: agreements,
      digests: digests, reports: predicted,
      unreached: Set((dryRun.map(overview.untried) ?? []) + failed)
    ).unused(given)
  }
}

extension SessionOverview {
  /// Returns the arguments of `--agree` that accept nothing, because nothing is pending.
  ///
  /// - Parameter given: The arguments.
  /// - Returns: All of them.
  public func unusedAgreements(in given: [String]) -> [UnusedAgreement] {
    AgreementReview(registered: registered, status: status).unused(given)
  }
}
