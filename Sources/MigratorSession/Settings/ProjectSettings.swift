/// The settings of a project in `migtui.conf`.
///
/// ```
/// read-only = on
///
/// [check]
/// may-fail = error
///
/// [accept]
/// 012_reports.sql = lost-data -- reports are rebuilt every night
///
/// [tool]
/// foreign-keys = on
/// ```
///
/// If there are several files, a later one overrides severities and `foreign-keys`. `accept`
/// entries and `read-only` accumulate, because a file next to a database may come from anyone.
public struct ProjectSettings: Sendable, Hashable {
  /// Reads the settings that apply to migrations.
  ///
  /// It receives the folders of the migrations, the most specific last, and adds the settings that
  /// do not depend on them.
  public typealias Reader = @Sendable (_ folders: [String]) throws -> ProjectSettings

  /// Whether the project's connections enforce foreign keys.
  public struct ForeignKeys: Sendable, Hashable {
    /// True if they enforce foreign keys.
    public let isOn: Bool
    /// The settings file.
    public let file: String
    /// Its line, from 1.
    public let line: Int

    /// Creates a setting from its properties.
    public init(isOn: Bool, file: String, line: Int) {
      (self.isOn, self.file, self.line) = (isOn, file, line)
    }

    /// The setting as written, and its place.
    package var words: String { "foreign-keys = \(isOn ? "on" : "off") (\(file):\(line))" }
  }

  /// The name of the files.
  package static let fileName = "migtui.conf"
  /// The sections of a file that ``set(_:)`` accepts.
  package static let sections = ["check", "accept", "tool"]

  /// The severities of rules.
  public private(set) var severities = CheckSeverities()
  /// The accepted findings.
  public private(set) var consents: [RuleConsent] = []
  /// The setting `foreign-keys`, or `nil`.
  public private(set) var foreignKeys: ForeignKeys?
  /// The first line that makes databases read-only, or `nil`.
  public private(set) var readOnly: ReadOnlyReason?

  /// Creates empty settings.
  public init() {}

  /// Sets one setting.
  ///
  /// - Parameter line: The setting. If its value contains a part of its name, that part is added to
  ///   the name.
  /// - Returns: The error, as a sentence, or `nil`.
  package mutating func set(_ line: inout SettingsLine) -> String? {
    switch (line.section, line.name) {
    case ("check", _): setSeverity(line)
    case ("accept", _): addConsent(&line)
    case ("tool", "foreign-keys"): setForeignKeys(line)
    case ("", "read-only"): setReadOnly(line)
    default: SettingsLine.unknown("setting", line.name, of: ["foreign-keys"])
    }
  }

  private mutating func setSeverity(_ line: SettingsLine) -> String? {
    let rules = CheckFinding.Rule.allCases.map(\.rawValue)
    guard let rule = CheckFinding.Rule(rawValue: line.name) else {
      return SettingsLine.unknown("rule", line.name, of: rules)
    }
    guard let severity = CheckFinding.Severity(rawValue: line.value) else {
      return SettingsLine.unknown(
        "severity", line.value, of: CheckFinding.Severity.allCases.map(\.rawValue))
    }
    severities[rule] = severity
    return nil
  }

  private mutating func addConsent(_ line: inout SettingsLine) -> String? {
    guard let consent = RuleConsent(line) else { return "Write FILE = RULE -- REASON." }
    line.name = "\(consent.migrationFile) (\(consent.name))"
    if let problem = consent.problem { return problem }
    consents.append(consent)
    return nil
  }

  private mutating func setForeignKeys(_ line: SettingsLine) -> String? {
    guard let isOn = line.isOn else { return line.notABoolean }
    foreignKeys = ForeignKeys(isOn: isOn, file: line.file, line: line.number)
    return nil
  }

  private mutating func setReadOnly(_ line: SettingsLine) -> String? {
    guard let isOn = line.isOn else { return line.notABoolean }
    if isOn { readOnly = readOnly ?? .settings(file: line.file, line: line.number) }
    return nil
  }
}

extension RuleConsent {
  /// Parses a line of the section `[accept]`; returns `nil` if the file or the rule is missing.
  ///
  /// The reason runs to the end of the line. The file name may contain an equals sign.
  fileprivate init?(_ line: SettingsLine) {
    let signs = line.text.indices.filter { line.text[$0] == "=" }
    let parts = signs.map { sign in
      (
        file: line.text[..<sign],
        consent: RuleConsent.words(in: line.text[line.text.index(after: sign)...])
      )
    }
    guard
      let found = parts.first(where: { CheckFinding.Rule(rawValue: $0.consent.name) != nil })
        ?? parts.first
    else { return nil }
    let file = String(found.file.reversed().drop(while: \.isWhitespace).reversed())
    if file.isEmpty || found.consent.name.isEmpty { return nil }
    self.init(
      name: found.consent.name, reason: found.consent.reason, file: line.file, line: line.number,
      migrationFile: file)
  }
}
