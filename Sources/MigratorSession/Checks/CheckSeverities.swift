/// The severities that settings or options give to rules.
public struct CheckSeverities: Sendable, Hashable {
  private var severities: [CheckFinding.Rule: CheckFinding.Severity] = [:]

  /// Creates an empty set, so that the defaults in the table of rules apply.
  public init() {}

  /// The severity set for a rule, or `nil` for the default of the rule or the finding.
  public subscript(rule: CheckFinding.Rule) -> CheckFinding.Severity? {
    get { severities[rule] }
    set { severities[rule] = newValue }
  }

  /// The rules whose findings are not reported.
  var off: Set<CheckFinding.Rule> {
    Set(CheckFinding.Rule.allCases.filter { (self[$0] ?? $0.severity) == .off })
  }

  /// Returns these severities, overridden by those that `others` sets.
  ///
  /// - Parameter others: The severities that take precedence.
  /// - Returns: The severities.
  public func overridden(by others: CheckSeverities) -> CheckSeverities {
    var result = self
    result.severities.merge(others.severities) { $1 }
    return result
  }

  /// Returns the findings with these severities, without those that are off.
  ///
  /// - Parameter findings: The findings.
  /// - Returns: The reported findings, in the same order.
  public func applied(to findings: [CheckFinding]) -> [CheckFinding] {
    findings.compactMap { finding in
      var finding = finding
      let severity = self[finding.rule] ?? finding.severity
      if severity == .off { return nil }
      // An accepted finding remains a note, as does one that follows from another.
      if finding.consent == nil, !finding.isConsequence { finding.severity = severity }
      return finding
    }
  }
}
