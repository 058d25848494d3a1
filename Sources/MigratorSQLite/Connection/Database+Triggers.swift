import CSQLite3

extension Database {
  /// Runs a closure whose statements fire no triggers.
  ///
  /// Source: <https://www.sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfigenabletrigger>.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: ``DatabaseError``; errors of the closure.
  package func withoutTriggers<T>(_ body: () throws -> T) throws -> T {
    try check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0))
    defer { _ = migtui_db_config_flag(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1) }
    return try body()
  }
}
