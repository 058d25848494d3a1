/// The severities that settings or options give to rules.
public struct CheckSeverities: Sendable, Hashable {
  private var severities: [CheckFinding.Rule: CheckFinding.Severity] = [:]

  /// Creates severities that differ from the table of rules in nothing.
  public init() {}

  /// The severity that was set for a rule, or `nil` if the rule or its finding decides.
  public subscript(rule: CheckFinding.Rule) -> CheckFinding.Severity? {
    get { severities[rule] }
    set { severities[rule] = newValue }
  }

  /// Returns the findings with these severities, without those that are off.
  ///
  /// - Parameter findings: The findings.
  /// - Returns: The reported findings, in the same order.
  public func applied(to findings: [CheckFinding]) -> [CheckFinding] {
    findings.compactMap { finding in
      var finding = finding
      finding.severity = self[finding.rule] ?? finding.severity
      return finding.severity == .off ? nil : finding
    }
  }
}
