public import SQLSyntax

/// The SQL files with a common stem, which produce one database.
public struct FileGroup: Sendable {
  /// A file of the group.
  public struct File: Sendable {
    /// The parsed file name.
    public let name: ScriptFileName
    /// The contents, with the file name for error messages.
    public let script: SQLScript
  }

  /// The common stem of the file names.
  public let stem: String
  /// The files, in the order in which they run.
  public let files: [File]

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - stem: The common stem of the file names.
  ///   - files: The files, in any order.
  public init(stem: String, files: [File]) {
    self.stem = stem
    self.files = files.sorted { $0.name.precedes($1.name) }
  }
}
