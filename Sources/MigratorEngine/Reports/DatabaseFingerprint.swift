internal import MigratorSQLite

extension DatabaseFingerprint {
  /// Reads the state of a file; takes no lock and runs no statement.
  ///
  /// - Parameter path: The database file.
  /// - Throws: `OpenFailure`.
  init(path: String) throws {
    value = try DatabaseFileState.fingerprint(path: path)
  }

  /// Reads the state of the file a connection is on; a database in memory has but one.
  ///
  /// - Parameter db: The connection.
  /// - Throws: `OpenFailure`.
  init(of db: Database) throws {
    if db.path == ":memory:" { self.init(value: "") } else { try self.init(path: db.path) }
  }
}
