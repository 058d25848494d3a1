/// What the title line says of a database file.
public struct DatabaseFacts: Sendable, Hashable {
  /// The path as it was opened.
  public let path: String
  /// The size of the database file in bytes.
  public let fileSize: Int64
  /// The size of the `-wal` file in bytes, or `nil` when there is none.
  public let walSize: Int64?
  /// The journal mode in SQLite's words, such as `delete` or `wal`.
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
  /// Whether the file or its folder forbids writing to this process.
  public let isReadOnly: Bool
}
