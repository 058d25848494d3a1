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
  /// The path of the file, as it is shown to a person.
  public let path: String
  /// What is run.
  public let body: Body
  /// How it asks that foreign keys be treated, or `nil` to have it as its tool does.
  public let foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks?
  /// The migrations that it takes the place of, where it is code.
  public let merged: Set<String>
  /// Where it is registered, as `file:line`, where it is code among other code; `nil` elsewhere.
  public let place: String?

  /// Creates a migration; the parameters are the properties.
  public init(
    identifier: String, path: String, body: Body,
    foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks? = nil, merged: Set<String> = [],
    place: String? = nil
  ) {
    self.identifier = identifier
    self.path = path
    self.body = body
    self.foreignKeyChecks = foreignKeyChecks
    self.merged = merged
    self.place = place
  }

  /// The statements that are run, or `nil` when only the tool can run it.
  public var script: SQLScript? {
    if case .sql(let script, _) = body { script } else { nil }
  }
}

extension ToolMigration {
  /// A file of SQL that its tool runs as it stands, in a transaction if it wraps each migration in
  /// one.
  init(
    _ identifier: String, file: String, in folder: FolderTree, wraps: Bool = true
  ) throws(SourceFailure) {
    let script = try folder.script(of: file)
    self.init(identifier: identifier, path: script.file, body: try Body(script, wraps: wraps))
  }
}

extension ToolMigration.Body {
  /// A script in the transaction that its tool opens, unless the script itself, or a setting of its
  /// file, says otherwise.
  init(
    _ script: SQLScript, wraps: Bool = true, isTransactional: Bool = true
  ) throws(SourceFailure) {
    let shape = try ScriptShape(script)
    self = .sql(
      script: script, transaction: isTransactional ? shape.transaction(toolWraps: wraps) : .none)
  }

  /// What only the tool can run.
  static func unavailable(_ why: String, remedy: String) -> Self {
    .unavailable(StepObstacle(why, remedy: remedy))
  }
}
