extension Database {
  /// Runs a closure in which the deletion of a rollback journal is synced before the file is
  /// truncated.
  ///
  /// `VACUUM` and `sqlite3_backup_step` truncate the file after they delete the journal, which has
  /// no copy of the removed pages. If a power loss undoes the deletion, SQLite rolls back the
  /// journal without these pages. A `synchronous` setting other than the default is left unchanged.
  ///
  /// > EXTRA synchronous is like FULL with the addition that the directory containing a rollback
  /// > journal is synced after that journal is unlinked to commit a transaction in DELETE mode.
  /// <https://www.sqlite.org/pragma.html#pragma_synchronous>
  ///
  /// - Parameter body: The closure; called outside a transaction, and must end outside one.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure; ``DatabaseError``.
  package func withExtraSynchronous<T>(_ body: () throws -> T) throws -> T {
    let full: Int64 = 2
    guard try get(pragma: "synchronous") == full else { return try body() }
    try execute(sql: "PRAGMA main.synchronous = EXTRA")
    defer { try? execute(sql: "PRAGMA main.synchronous = FULL") }
    return try body()
  }
}
