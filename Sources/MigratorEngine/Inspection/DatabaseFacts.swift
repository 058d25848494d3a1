/// Basic facts about a database file, shown in the title line.
public struct DatabaseFacts: Sendable, Hashable {
  /// The path that was used to open the file.
  public let path: String
  /// The size of the database file in bytes.
  public let fileSize: Int64
  /// The size of the `-wal` file in bytes, or `nil` when there is none.
  public let walSize: Int64?
  /// The journal mode as SQLite reports it, such as `delete` or `wal`.
  public let journalMode: String
  /// The text encoding, such as `UTF-8`.
  public let encoding: String
  /// The size of a page in bytes.
  public let pageSize: Int
  /// `PRAGMA user_version`.
  public let userVersion: Int
  /// `PRAGMA application_id`.
  public let applicationID: Int
  /// `PRAGMA schema_version`, which changes with every change of the schema.
  public let schemaVersion: Int
  /// `true` if this process cannot write to the file or its folder.
  public let isReadOnly: Bool
}
