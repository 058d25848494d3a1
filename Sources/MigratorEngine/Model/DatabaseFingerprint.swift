internal import MigratorSQLite

/// An identifier of a database file's state, which changes with every commit by any process.
public struct DatabaseFingerprint: Sendable, Hashable {
  /// The identifying bytes as text, which can only be compared for equality.
  public let value: String

  /// Creates a fingerprint; the parameter is the property.
  public init(value: String) {
    self.value = value
  }

  /// Reads the state of the connection's file; all in-memory databases have the same state.
  init(of db: Database) throws {
    value = db.path == ":memory:" ? "" : try DatabaseFileState.fingerprint(of: db)
  }
}

extension DatabaseFingerprint {
  /// Reads the state of the file, if no other connection has committed since `version` was read.
  ///
  /// > The integer values returned by two invocations of "PRAGMA data_version" from the same
  /// > connection
  /// > will be different if changes were committed to the database by any other connection in the
  /// > interim.
  ///
  /// <https://www.sqlite.org/pragma.html#pragma_data_version>. The pragma runs under the write
  /// lock: otherwise an open read snapshot would hide other commits.
  ///
  /// Returns `nil` if the number differs or the state cannot be read.
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

  /// Checkpoints the `-wal` file, as the last connection does on close, and reads the state
  /// afterwards.
  ///
  /// The content is the same, but the bytes of the file differ. Closing the connection does not
  /// change this state.
  ///
  /// - Parameters:
  ///   - db: The connection, which the caller closes next. From now on, it does not wait for locks.
  ///   - state: The required state of the file; if another program wrote, the result is `nil`.
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
    // While other connections read, a part of the WAL remains.
    try? db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    self.init(of: db, ifVersionIs: version)
  }
}
