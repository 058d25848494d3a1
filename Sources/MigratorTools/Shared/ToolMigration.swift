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
    /// Nobody can run its file as it is: all that is wrong with it, and its text, where that can be
    /// read.
    case unusable([SourceProblem], text: String?)
  }

  /// What identifies it on the screen and in plans: the name of the file or folder as the tool's
  /// users know it, without extension where the tool leaves it out.
  public let identifier: String
  /// The path of the file, as it is shown to a person.
  public let path: String
  /// What is run.
  public let body: Body
  /// How it asks that foreign keys be treated, or `nil` to have it as its tool does.
  public internal(set) var foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks?
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

  /// The statements that are run, or `nil` when they are not here to be run.
  public var script: SQLScript? {
    if case .sql(let script, _) = body { script } else { nil }
  }

  /// What keeps its file from being used; empty where nothing does.
  public var problems: [SourceProblem] {
    if case .unusable(let problems, _) = body { problems } else { [] }
  }

  /// The text of its file, or `nil` where only the tool can run it, or nobody can read it.
  var source: String? {
    switch body {
    case .sql(let script, _): script.source
    case .unavailable: nil
    case .unusable(_, let text): text
    }
  }
}

extension ToolMigration {
  /// Reads a file of SQL; what keeps it from being used is told by the migration itself, so that it
  /// has its place in the list.
  ///
  /// `body` says what is run of it; otherwise its tool runs it as it stands, in a transaction wherever
  /// it permits one. It is not asked where the file cannot be read.
  init(
    _ identifier: String, file: String, in folder: FolderTree, allowsEmpty: Bool = true,
    body: (SourceText) throws(SourceFailure) -> Body = { source throws(SourceFailure) in
      try Body(source.script)
    }
  ) {
    let path = folder.path(of: file)
    var text: String?
    let found: Body
    do throws(SourceFailure) {
      let read = try folder.text(of: file, allowsEmpty: allowsEmpty)
      text = read
      found = try body(SourceText(file: path, text: read))
    } catch {
      found = .unusable(error.problems, text: text)
    }
    self.init(identifier: identifier, path: path, body: found)
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
