public import MigratorEngine
public import MigratorRows

/// A run of migrations on generated rows.
public struct GeneratedRun: Sendable, Hashable {
  /// The options, with the seed that repeats the run.
  public let options: GeneratedCheck.Options
  /// The number of generated rows.
  public let rowCount: Int
  /// True if foreign keys were enforced.
  public let enforcesForeignKeys: Bool
}

/// The findings of a check, and the migrations that it tried.
public struct CheckReport: Sendable, Hashable {
  /// The findings, in migration order.
  public let findings: [CheckFinding]
  /// The migrations that ran on the copy, including a failed one.
  public let tried: [String]
  /// The pending migrations that the run did not reach.
  public let untried: [String]
  /// The git revision that the migrations were compared with, or `nil`.
  public let base: String?
  /// The number of findings that were left out, because their files are the same in ``base``.
  public let leftOut: Int
  /// The origin of the migrations.
  public internal(set) var origin = MigrationOrigin()
  /// True if the migrations ran on an empty database instead of a copy, because it is unknown which are
  /// applied.
  public internal(set) var isFromEmpty = false
  /// The run on generated rows, or `nil` if there was none.
  public internal(set) var generated: GeneratedRun?
  /// The dry run of the migrations that were tried; `nil` if there is none.
  public internal(set) var dryRun: SessionDryRun?

  /// Creates a report from its properties, without an origin.
  public init(findings: [CheckFinding], tried: [String], untried: [String] = []) {
    self.init(findings: findings, tried: tried, untried: untried, base: nil)
  }

  /// Creates a report without the findings that a comparison leaves out.
  init(
    findings: [CheckFinding], tried: [String], untried: [String] = [], base: BaseComparison?
  ) {
    self.findings = findings.filter { base?.leavesOut($0) != true }
    self.tried = tried
    self.untried = untried
    self.base = base?.revision
    leftOut = findings.count - self.findings.count
  }

  /// The first failure that is reported as an error, or `nil`.
  public var failure: MigrationFailure? {
    findings.lazy.compactMap { finding in
      if case .failure(let failure) = finding.evidence, finding.severity == .error {
        failure
      } else {
        nil
      }
    }.first
  }

  /// The options that accept nothing.
  public var unusedAgreements: [UnusedAgreement] {
    findings.compactMap { finding in
      if case .unusedAgreement(let agreement) = finding.evidence { agreement } else { nil }
    }
  }

  /// Returns the number of findings of a severity.
  public func count(of severity: CheckFinding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}
