/// Something that speaks against migrations, for whoever lets nobody merge them with it.
public struct Finding: Sendable, Hashable {
  /// What was looked for; the raw value is the name that reports use.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// The files cannot be used.
    case unreadable
    /// A migration failed on the copy.
    case failed
    /// A migration cannot be run here, so that nobody tried it nor those after it.
    case blocked
    /// There are no migrations, so that nobody can tell what is pending.
    case unknown
    /// The text of an applied migration is another one now.
    case changed
    /// The ledger says that a migration began and did not end.
    case dirty
    /// The ledger records a migration that is not registered.
    case unregistered
    /// A migration is not applied although one after it is.
    case outOfOrder = "out-of-order"
    /// Rows, values, columns or tables are lost that nobody agreed to.
    case lostData = "lost-data"
    /// An index, a trigger, a view, a key or another constraint is not brought back.
    case lostRule = "lost-rule"
    /// Foreign keys are violated that were not before.
    case violations
    /// A migration ran for long, while which nobody else can write.
    case slow
    /// What else the dry run warns of.
    case warning

    /// How much it matters.
    public var severity: Severity {
      switch self {
      case .unreadable, .failed, .blocked, .unknown, .changed, .dirty, .lostData, .violations:
        .error
      case .unregistered, .outOfOrder, .lostRule, .slow, .warning: .warning
      }
    }

    /// What is found by it, in a sentence.
    public var meaning: String {
      switch self {
      case .unreadable: "The files of the migrations cannot be used."
      case .failed: "A migration fails."
      case .blocked: "A migration cannot be run by this program."
      case .unknown: "There are no migrations, or only older ones."
      case .changed: "An applied migration has another text now."
      case .dirty: "A migration began and did not end."
      case .unregistered: "The ledger records a migration that has no file."
      case .outOfOrder: "A migration is not applied although one after it is."
      case .lostData: "Data is lost, and nobody agreed to that."
      case .lostRule: "An index, trigger, view or constraint is gone."
      case .violations: "Rows violate foreign keys that did not before."
      case .slow: "Others cannot write for long (--max-lock)."
      case .warning: "The dry run warns of something."
      }
    }
  }

  /// How much a finding matters.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The migrations should not be merged.
    case error
    /// Somebody should look.
    case warning
  }

  /// What was looked for.
  public let rule: Rule
  /// The migration, or `nil` where it is about none alone.
  public let migration: String?
  /// The file, or `nil` where there is none.
  public let file: String?
  /// The line in the file, from 1; `nil` where it is about the whole file.
  public let line: Int?
  /// The column in the line, from 1.
  public let column: Int?
  /// What is wrong, in a sentence.
  public let message: String
  /// What to do about it, or `nil`.
  public let remedy: String?

  /// Creates a finding; the parameters are the properties.
  public init(
    _ rule: Rule, migration: String? = nil, file: String? = nil, line: Int? = nil,
    column: Int? = nil, message: String, remedy: String? = nil
  ) {
    self.rule = rule
    self.migration = migration
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.remedy = remedy
  }

  /// How much it matters.
  public var severity: Severity { rule.severity }
}

/// What a check found, and what it looked at.
public struct CheckReport: Sendable, Hashable {
  /// What speaks against the migrations, in their order.
  public let findings: [Finding]
  /// The migrations that ran on the copy, the one that failed included.
  public let tried: [String]

  /// Creates a report; the parameters are the properties.
  public init(findings: [Finding], tried: [String]) {
    self.findings = findings
    self.tried = tried
  }

  /// How many findings there are of a severity.
  public func count(of severity: Finding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}
