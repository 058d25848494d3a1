extension Database {
  /// Runs a closure in which the deletion of a rollback journal lasts before the file is cut.
  ///
  /// `VACUUM` and `sqlite3_backup_step` cut off pages once the journal is deleted, and the journal has no copy
  /// of those: where power is lost then, and the deletion with it, they are missing when the journal is rolled
  /// back. A setting other than the usual one is somebody's choice, and stays.
  ///
  /// > EXTRA synchronous is like FULL with the addition that the directory containing a rollback journal is
  /// > synced after that journal is unlinked to commit a transaction in DELETE mode.
  /// <https://www.sqlite.org/pragma.html#pragma_synchronous>
  ///
  /// - Parameter body: The closure; called outside a transaction, and ends outside one.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure; ``DatabaseError``.
  package func syncingDeletions<T>(_ body: () throws -> T) throws -> T {
    let full: Int64 = 2
    guard try get(pragma: "synchronous") == full else { return try body() }
    try execute(sql: "PRAGMA main.synchronous = EXTRA")
    defer { try? execute(sql: "PRAGMA main.synchronous = FULL") }
    return try body()
  }
}
