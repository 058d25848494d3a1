extension CheckFinding {
  /// The severity of a finding.
  public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The finding is not reported.
    case off
    /// The finding is for information.
    case note
    /// A person should review the finding.
    case warning
    /// The migrations should not be merged.
    case error

    /// Compares by severity; ``off`` is the lowest.
    public static func < (one: Self, other: Self) -> Bool {
      one.rank < other.rank
    }

    private var rank: Int {
      switch self {
      case .off: 0
      case .note: 1
      case .warning: 2
      case .error: 3
      }
    }
  }

  /// The kind of a finding; reports and settings use the raw value as its name.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    case unreadable
    case failed
    case blocked
    case unknown
    case changed
    case dirty
    case unregistered
    case outOfOrder = "out-of-order"
    case lostData = "lost-data"
    case lostRule = "lost-rule"
    case violations
    case slow
    case warning
    case mayFail = "may-fail"
    case broken
    case renumbered
    case edited
    case inserted
    case removed
    case newerSQLite = "newer-sqlite"
    case splitting
    case downDiffers = "down-differs"
    case unusedConsent = "unused-consent"
    case notGenerated = "not-generated"
    case hintForeignKeyIndex = "hint-foreign-key-index"
    case hintRedundantIndex = "hint-redundant-index"
    case hintPrimaryKeyType = "hint-primary-key-type"
    case hintAutoincrement = "hint-autoincrement"
    case hintTypeName = "hint-type-name"

    /// The facts about a rule that a report contains.
    public struct Facts: Sendable, Hashable {
      /// The default severity; a finding or a setting can override it.
      public let severity: Severity
      /// The meaning, as a sentence.
      public let meaning: String
      /// General advice; a finding may have more specific advice.
      public let advice: String?

      init(_ severity: Severity, _ meaning: String, _ advice: String? = nil) {
        (self.severity, self.meaning, self.advice) = (severity, meaning, advice)
      }
    }

    /// The default severity; a finding or a setting can override it.
    public var severity: Severity { facts.severity }

    /// The meaning of the rule, as a sentence.
    public var meaning: String { facts.meaning }

    /// The facts of the rule, which text, JSON, SARIF and the documentation use.
    public var facts: Facts {
      switch self {
      case .unreadable: Facts(.error, "The migration files are not usable.")
      case .failed: Facts(.error, "A migration fails.")
      case .blocked: Facts(.error, "The tool stops, or only the tool can run a migration.")
      case .unknown:
        Facts(.error, "No migrations were found, or the ledger is newer than all of them.")
      case .changed: Facts(.error, "The file of an applied migration was changed.")
      case .dirty: Facts(.error, "A migration began but did not finish.")
      case .unregistered:
        Facts(.warning, "The ledger contains a migration that is not registered.")
      case .outOfOrder: Facts(.warning, "A migration is not applied, but a later one is.")
      case .lostData: Facts(.error, "Data is lost, and the loss was not accepted.")
      case .lostRule: Facts(.warning, "An index, trigger, view or constraint is lost.")
      case .violations: Facts(.error, "There are new foreign-key violations.")
      case .slow:
        Facts(.warning, "A migration blocks other writers for too long (--max-lock).")
      case .warning: Facts(.warning, "The dry run has a warning.")
      case .mayFail: Facts(.warning, "A migration fails on rows that the schema allows.")
      case .broken:
        Facts(.error, "A view, trigger, foreign key or index fails when it is next used.")
      case .renumbered: Facts(.warning, "Rows get different keys.")
      case .edited:
        Facts(
          .error, "A migration file differs from the base (--base).",
          "Restore the file, and put the change into a new migration.")
      case .inserted:
        Facts(
          .error, "A new migration sorts before one in the base (--base).",
          "Rename the new file so that it sorts last.")
      case .removed:
        Facts(
          .error, "A migration file in the base no longer exists (--base).", "Restore the file.")
      case .newerSQLite:
        Facts(.error, "A statement requires a newer SQLite than users have (--sqlite).")
      case .splitting:
        Facts(.error, "The tool splits the file into different statements than SQLite does.")
      case .downDiffers:
        Facts(.warning, "A down migration fails or does not undo its migration.")
      case .unusedConsent:
        Facts(
          .warning, "An accepted finding does not occur.", "Remove the comment, line or option.")
      case .notGenerated: Facts(.note, "No rows could be generated for a table.")
      case .hintForeignKeyIndex:
        Facts(.off, "No index begins with the columns of a foreign key.")
      case .hintRedundantIndex: Facts(.off, "Another index begins with the same columns.")
      case .hintPrimaryKeyType:
        Facts(.off, "A primary key of type INT is not the rowid; INTEGER PRIMARY KEY is.")
      case .hintAutoincrement: Facts(.off, "AUTOINCREMENT is slower and rarely needed.")
      case .hintTypeName: Facts(.off, "A type name has a different affinity than it suggests.")
      }
    }
  }
}
