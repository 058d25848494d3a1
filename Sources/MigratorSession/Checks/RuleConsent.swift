internal import MigratorEngine

/// A comment that accepts the findings of a rule in its file, for `check` only.
///
/// ```sql
/// -- migtui: accept lost-data -- reports are rebuilt every night
/// ```
public struct RuleConsent: Sendable, Hashable {
  /// The name of the rule, which may be unknown.
  public let name: String
  /// The reason, to the end of the line; empty if it is missing.
  public let reason: String
  /// The file of the comment.
  public let file: String
  /// The line of the comment, from 1.
  public let line: Int

  /// The rule, or `nil` if none has this name.
  public var rule: CheckFinding.Rule? { CheckFinding.Rule(rawValue: name) }

  /// Creates a consent from its properties.
  public init(name: String, reason: String, file: String, line: Int) {
    (self.name, self.reason, self.file, self.line) = (name, reason, file, line)
  }

  /// Parses the part of a comment after `migtui:`; returns `nil` if it is another directive.
  package init?(directive: String, file: String, line: Int) {
    let words = directive.split(
      maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
    guard words.first == "accept" else { return nil }
    let rest = words.count > 1 ? words[1] : ""
    let name = rest.prefix { !$0.isWhitespace }
    var reason = rest.dropFirst(name.count).drop(while: \.isWhitespace)
    reason = reason.hasPrefix("--") ? reason.dropFirst(2).drop(while: \.isWhitespace) : ""
    while reason.last?.isWhitespace == true { reason.removeLast() }
    self.init(name: String(name), reason: String(reason), file: file, line: line)
  }

  /// Returns the consents in the comments of a script, in order.
  ///
  /// - Complexity: O(*n*) for *n* bytes if the script has a directive.
  static func all(in script: SQLScript) -> [RuleConsent] {
    guard script.source.containsIgnoringASCIICase("migtui:") else { return [] }
    var line = 1
    var found: [RuleConsent] = []
    for token in SQLTokenizer.tokens(of: script.source) {
      if token.kind == .comment, token.text.hasPrefix("--") {
        let comment = token.text.dropFirst(2).drop(while: \.isWhitespace)
        if comment.hasPrefix("migtui:"),
          let consent = RuleConsent(
            directive: String(comment.dropFirst("migtui:".count)), file: script.file, line: line)
        {
          found.append(consent)
        }
      }
      line += token.text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
    return found
  }

  /// What prevents the consent from being valid, as a sentence; `nil` if it is valid.
  public var problem: String? {
    guard let rule else { return "No rule is named \(name.isEmpty ? "\"\"" : name)." }
    if !rule.acceptsConsent { return "Findings of the rule \(name) cannot be accepted." }
    return reason.isEmpty ? "The consent to \(name) has no reason." : nil
  }
}

extension CheckFinding.Rule {
  /// True if a consent can accept findings of this rule: they concern the effects of a migration.
  public var acceptsConsent: Bool {
    switch self {
    case .unreadable, .failed, .blocked, .unknown, .dirty, .unusedConsent: false
    default: true
    }
  }
}

/// Applies the consents of files to the findings of a check.
struct ConsentReview {
  let consents: [RuleConsent]
  private var used: Set<RuleConsent> = []

  init(_ consents: [RuleConsent]) { self.consents = consents }

  /// Returns the finding as an accepted note if a consent in its file covers its rule.
  mutating func review(_ finding: CheckFinding) -> CheckFinding {
    let fitting = consents.filter {
      $0.problem == nil && $0.rule == finding.rule && $0.file == finding.file
    }
    guard let consent = fitting.first else { return finding }
    used.formUnion(fitting)
    var finding = finding
    finding.consent = consent
    finding.severity = .note
    return finding
  }

  /// The findings about invalid consents, and about unused ones in the files that were tried.
  ///
  /// A consent to a rule that this run cannot find is not unused.
  func unused(
    among tried: Set<String>, unless cannotFind: (CheckFinding.Rule) -> Bool
  ) -> [CheckFinding] {
    consents.filter { consent in
      consent.problem != nil
        || !used.contains(consent) && tried.contains(consent.file)
          && consent.rule.map(cannotFind) != true
    }.map { CheckFinding(unused: $0) }
  }
}
