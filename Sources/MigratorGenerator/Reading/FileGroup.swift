public import SQLSyntax

/// The SQL files of one name, which make one database.
public struct FileGroup: Sendable {
  /// A file of the group.
  public struct File: Sendable {
    /// What its name says.
    public let name: ScriptFileName
    /// Its text, under the name that problems speak of.
    public let script: SQLScript
  }

  /// What the names of the files have in common.
  public let stem: String
  /// The files, in the order in which they run.
  public let files: [File]

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - stem: What the names of the files have in common.
  ///   - files: The files, in any order.
  public init(stem: String, files: [File]) {
    self.stem = stem
    self.files = files.sorted { $0.name.precedes($1.name) }
  }
}
