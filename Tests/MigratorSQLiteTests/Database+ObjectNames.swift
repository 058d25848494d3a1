import MigratorSQLite

extension Database {
  /// The names in `sqlite_master`, in the order in which the objects were made.
  func objectNames() throws -> [String] {
    try String.fetchAll(self, sql: "SELECT name FROM sqlite_master")
  }
}
