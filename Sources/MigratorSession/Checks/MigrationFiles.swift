/// The files of a tool's migrations, for comparison with another revision of them.
public struct MigrationFiles: Sendable {
  /// A migration and its file.
  public struct Entry: Sendable, Hashable {
    /// The identifier of the migration.
    public let identifier: String
    /// The path of its file, for display.
    public let path: String
    /// True if the tool re-runs the file after a change, so the file may change.
    public let isRepeatable: Bool
    /// True if the file contains several migrations, so the file may change.
    public let isShared: Bool

    /// Creates an entry from its properties.
    public init(
      identifier: String, path: String, isRepeatable: Bool = false, isShared: Bool = false
    ) {
      self.identifier = identifier
      self.path = path
      self.isRepeatable = isRepeatable
      self.isShared = isShared
    }
  }

  /// Reads the migrations of another revision of the folder.
  ///
  /// It receives the files by their paths below the folder, and returns entries whose paths begin
  /// with ``folder``.
  public typealias Reader = @Sendable (_ files: [String: [UInt8]]) throws -> [Entry]

  /// The folder.
  public let folder: String
  /// The migrations, in the order of the tool.
  public let entries: [Entry]
  /// True if the tool runs migrations in a fixed order; false if each names its dependencies.
  public let isLinear: Bool
  /// Reads the migrations of another revision of the folder.
  public let read: Reader

  /// Creates files from their properties.
  public init(folder: String, entries: [Entry], isLinear: Bool = true, read: @escaping Reader) {
    self.folder = folder
    self.entries = entries
    self.isLinear = isLinear
    self.read = read
  }
}
