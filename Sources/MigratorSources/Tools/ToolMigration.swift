public import MigratorEngine

/// One migration as the folder of a tool registers it.
public struct ToolMigration: Sendable, Hashable {
  /// What is run when it is applied.
  public enum Body: Sendable, Hashable {
    /// Statements; what the tool would not run of the file (its way down, say) is blanked out in
    /// `script`, so that offsets, lines and columns are those of the file.
    case sql(script: SQLScript, transaction: MigrationTransaction)
    /// Only the tool itself can run it: why, and which command of the tool does.
    case unavailable(StepObstacle)
  }

  /// What identifies it on the screen and in plans: the name of the file or folder as the tool's
  /// users know it, without extension where the tool leaves it out.
  public let identifier: String
  /// What the ledger stores for it: a version, a name, a hash, by the tool's rule.
  public let key: String
  /// The path of the file, as it is shown to a person.
  public let path: String
  /// What is run.
  public let body: Body
  /// The checksum that the tool's ledger stores, as the ledger's column holds it; empty when it
  /// stores none.
  public let checksum: DatabaseValue?
  /// Other facts of the file that the tool's ledger row needs, by column or by a name of the tool's
  /// own.
  public let facts: [String: DatabaseValue]

  /// How it asks that foreign keys be treated, or `nil` to have it as its tool does.
  public let foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks?

  /// Creates a migration; the parameters are the properties.
  public init(
    identifier: String, key: String, path: String, body: Body, checksum: DatabaseValue? = nil,
    facts: [String: DatabaseValue] = [:],
    foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? = nil
  ) {
    self.identifier = identifier
    self.key = key
    self.path = path
    self.body = body
    self.checksum = checksum
    self.facts = facts
    self.foreignKeyChecks = foreignKeyChecks
  }

  /// The statements that are run, or `nil` when only the tool can run it.
  public var script: SQLScript? {
    if case .sql(let script, _) = body { script } else { nil }
  }
}
