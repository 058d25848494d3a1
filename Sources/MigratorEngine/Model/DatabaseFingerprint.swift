internal import MigratorSQLite

/// A state of a database file that changes with every commit of any process.
public struct DatabaseFingerprint: Sendable, Hashable {
  /// The bytes that tell one state from another, as text; only equality has a meaning.
  public let value: String

  /// Creates a fingerprint; the parameter is the property.
  public init(value: String) {
    self.value = value
  }

  /// Reads the state of the file a connection is on; a database in memory has but one.
  ///
  /// - Parameter db: The connection.
  /// - Throws: `OpenFailure`.
  init(of db: Database) throws {
    value = db.path == ":memory:" ? "" : try DatabaseFileState.fingerprint(of: db)
  }
}
