import CSQLite3

extension Database {
  /// Compiles a statement that is not meant to run, to learn whether it could.
  ///
  /// An ``Authorizer`` is not asked. A name in double quotes is a name: SQLite would else take the
  /// name of a column that is gone for a text, and find nothing wrong.
  ///
  /// - Parameter sql: The statement; the views and triggers it uses are compiled with it.
  /// - Throws: ``DatabaseError``.
  public func compileOnly(_ sql: String) throws {
    let old = migtui_db_config_value(connection, SQLITE_DBCONFIG_DQS_DML)
    try check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_DQS_DML, 0))
    defer { migtui_db_config_flag(connection, SQLITE_DBCONFIG_DQS_DML, old) }
    try unobserved { _ = try makeStatement(sql: sql) }
  }
}
