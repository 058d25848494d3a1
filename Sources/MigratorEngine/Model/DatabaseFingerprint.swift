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
  init(of db: Database) throws {
    value = db.path == ":memory:" ? "" : try DatabaseFileState.fingerprint(of: db)
  }
}

extension DatabaseFingerprint {
  /// The state of the file, if nobody but this connection has committed since a number was read.
  ///
  /// > The integer values returned by two invocations of "PRAGMA data_version" from the same connection
  /// > will be different if changes were committed to the database by any other connection in the
  /// > interim.
  /// <https://www.sqlite.org/pragma.html#pragma_data_version>. It is asked under the write lock: without
  /// it a snapshot that is still being read would hide them.
  ///
  /// There is no value where the number is another now, or the state cannot be read.
  init?(of db: Database, ifVersionIs version: Int64) {
    var state: DatabaseFingerprint?
    try? db.ignoringCancellation {
      try db.inTransaction(.immediate) {
        if try db.integerPragma("data_version") == version {
          state = try DatabaseFingerprint(of: db)
        }
        return .rollback
      }
    }
    guard let state else { return nil }
    self = state
  }

  /// Moves what waits in the `-wal` file into the database, as the last connection does when it closes,
  /// and reads the state after that, which closing the connection keeps: the same content in other bytes.
  ///
  /// - Parameters:
  ///   - db: The connection, which is closed next: it waits for no lock any more.
  ///   - state: The state that the file must be in; where somebody else wrote, there is no value.
  package init?(settling db: Database, from state: DatabaseFingerprint) {
    var version: Int64?
    try? db.execute(sql: "PRAGMA busy_timeout = 0")
    try? db.inTransaction(.immediate) {
      if try DatabaseFingerprint(of: db) == state {
        version = try db.integerPragma("data_version")
      }
      return .rollback
    }
    guard let version else { return nil }
    // Where others read, some of it stays.
    try? db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    self.init(of: db, ifVersionIs: version)
  }
}
