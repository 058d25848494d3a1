import MigratorSQLite

extension Database {
  /// The names in `sqlite_master`, in order of creation.
  func objectNames() throws -> [String] {
    try String.fetchAll(self, sql: "SELECT name FROM sqlite_master")
  }
}
