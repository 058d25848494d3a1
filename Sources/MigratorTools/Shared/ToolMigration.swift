public import MigratorEngine

/// A migration as registered from a tool's folder.
public struct ToolMigration: Sendable, Hashable {
  /// The executable content of a migration.
  public enum Body: Sendable, Hashable {
    /// Statements to run.
    ///
    /// Parts of the file that the tool does not run, such as the down part, are blanked in
    /// `script`. Offsets, lines and columns are therefore those of the file.
    case sql(script: SQLScript, transaction: MigrationTransaction)
    /// Only the tool itself can run it; the obstacle gives the reason and the tool's command.
    case unavailable(StepObstacle)
    /// The file is unusable; the values are all its problems, and its contents if they can be read.
    case unusable([SourceProblem], text: String?)
  }

  /// The identifier on screen and in plans.
  ///
  /// It is the name of the file or folder as the tool's users know it, without the extension if the
  /// tool omits it.
  public let identifier: String
  /// The path of the file, for display.
  public let path: String
  /// The executable content.
  public private(set) var body: Body
  /// The migration's own foreign-key mode, or `nil` for that of its tool.
  public internal(set) var foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks?
  /// The migrations that it replaces, if it is code.
  public let merged: Set<String>
  /// The location of its registration as `file:line`, if it is part of other code.
  public let place: String?
  /// The statements that undo it, or `nil` if there are none.
  public var down: DownScript?
  /// True if the tool re-runs the file after a change.
  public var isRepeatable = false

  /// Creates a migration from its properties.
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

  func with(body: Body) -> ToolMigration {
    var migration = self
    migration.body = body
    return migration
  }

  /// The statements to run, or `nil` if they cannot be run here.
  public var script: SQLScript? {
    if case .sql(let script, _) = body { script } else { nil }
  }

  /// The problems that make its file unusable; empty if there are none.
  public var problems: [SourceProblem] {
    if case .unusable(let problems, _) = body { problems } else { [] }
  }

  /// The contents of its file, or `nil` if it is unreadable or only the tool can run it.
  var source: String? {
    switch body {
    case .sql(let script, _): script.source
    case .unavailable: nil
    case .unusable(_, let text): text
    }
  }
}

extension ToolMigration {
  /// Reads an SQL file.
  ///
  /// If the file is unusable, the migration contains the problems, so that it keeps its position in
  /// the list. `body` determines how the file is run; it is not called for an unreadable file. By
  /// default, the file runs unchanged, in a transaction if it permits one.
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
      found = try body(SourceText(file: path, text: read, contents: folder.contents))
    } catch {
      found = .unusable(error.problems, text: text)
    }
    self.init(identifier: identifier, path: path, body: found)
  }
}

extension ToolMigration.Body {
  /// Creates a body that runs in the transaction of the tool.
  ///
  /// The script itself or a setting in its file can override this.
  init(
    _ script: SQLScript, wraps: Bool = true, isTransactional: Bool = true
  ) throws(SourceFailure) {
    let shape = try ScriptShape(script)
    self = .sql(
      script: script, transaction: isTransactional ? shape.transaction(toolWraps: wraps) : .none)
  }

  static func unavailable(_ why: String, remedy: String) -> Self {
    .unavailable(StepObstacle(why, remedy: remedy))
  }
}
