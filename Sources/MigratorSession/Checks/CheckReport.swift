public import MigratorEngine

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
  /// The dry run of the migrations that were tried; `nil` if files cannot be used.
  public internal(set) var dryRun: SessionDryRun?

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
