internal import MigratorEngine

/// An `accept` entry: it accepts the findings of a rule in a migration file, for `check` only.
///
/// It is a comment in the file:
///
/// ```sql
/// -- migtui: accept lost-data -- reports are rebuilt every night
/// ```
///
/// For a file that must not change, it is a line of the settings (``ProjectSettings``).
public struct RuleConsent: Sendable, Hashable {
  /// The name of the rule, which may be unknown.
  public let name: String
  /// The reason, to the end of the line; empty if it is missing.
  public let reason: String
  /// The file that contains the entry: a migration or settings.
  public let file: String
  /// The line of the entry in ``file``, from 1.
  public let line: Int
  /// The migration file whose findings are accepted; in settings, as it was written there.
  public let migrationFile: String

  /// The rule, or `nil` if none has this name.
  public var rule: CheckFinding.Rule? { CheckFinding.Rule(rawValue: name) }

  /// True if it is in the migration file itself.
  public var isInFile: Bool { file == migrationFile }

  /// Creates an entry from its properties.
  ///
  /// - Parameters:
  ///   - name: The name of the rule.
  ///   - reason: The reason.
  ///   - file: The file that contains the entry.
  ///   - line: The line of the entry.
  ///   - migrationFile: The migration file, or `nil` if it contains the entry.
  public init(name: String, reason: String, file: String, line: Int, migrationFile: String? = nil) {
    (self.name, self.reason, self.file, self.line) = (name, reason, file, line)
    self.migrationFile = migrationFile ?? file
  }

  /// Parses the part of a comment after `migtui:`; returns `nil` if it is another directive.
  package init?(directive: String, file: String, line: Int) {
    let text = directive.drop(while: \.isWhitespace)
    let verb = text.prefix { !$0.isWhitespace }
    guard verb == "accept" else { return nil }
    let words = Self.words(in: text.dropFirst(verb.count))
    self.init(name: words.name, reason: words.reason, file: file, line: line)
  }

  /// Parses `RULE -- REASON`; the reason is empty if it is missing.
  static func words(in text: Substring) -> (name: String, reason: String) {
    let text = text.drop(while: \.isWhitespace)
    let name = text.prefix { !$0.isWhitespace }
    var reason = text.dropFirst(name.count).drop(while: \.isWhitespace)
    reason = reason.hasPrefix("--") ? reason.dropFirst(2).drop(while: \.isWhitespace) : ""
    while reason.last?.isWhitespace == true { reason.removeLast() }
    return (String(name), String(reason))
  }

  /// Returns the `accept` comments of a script, in order.
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

  /// The reason why the entry is invalid, as a sentence; `nil` if it is valid.
  public var problem: String? {
    guard let rule else { return "No rule is named \(name.isEmpty ? "\"\"" : name)." }
    if !rule.acceptsConsent { return "Findings of the rule \(name) cannot be accepted." }
    return reason.isEmpty ? "No reason is given for accepting \(name)." : nil
  }
}

extension CheckFinding.Rule {
  /// True if findings of this rule can be accepted, because they concern the effects of a
  /// migration.
  public var acceptsConsent: Bool {
    switch self {
    case .unreadable, .failed, .blocked, .unknown, .dirty, .unusedConsent: false
    default: true
    }
  }
}
