internal import MigratorSQLite

extension DatabaseFingerprint {
  /// Reads the state of the file a connection is on.
  init(of db: Database) throws {
    value = ""
  }
}
