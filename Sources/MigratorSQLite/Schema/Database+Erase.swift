extension Database {
  /// Removes everything from the database: tables, indexes, views, triggers, rows, the ledger.
  ///
  /// `user_version` and `application_id` become 0; the journal mode, page size and encoding stay. All
  /// of it is one transaction: who fails or is killed in between loses nothing.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_MISUSE inside a transaction; SQLITE_ERROR `no such module`
  ///   for a virtual table whose module this connection does not know.
  /// - Complexity: O(*n*) in the size of the database.
  public func erase() throws {
    _ = try erase(if: { true })
  }

  /// Removes everything from the database if it is still wanted once the write lock is held.
  ///
  /// - Parameter isWanted: Asked inside the transaction, before anything is removed.
  /// - Returns: Whether the database was erased.
  /// - Throws: The error of `isWanted`; ``DatabaseError`` as for ``erase()``.
  package func erase(if isWanted: () throws -> Bool) throws -> Bool {
    guard !isInsideTransaction else {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE, message: "a database cannot be erased inside a transaction")
    }
    let enforces = try Bool.fetchOne(self, sql: "PRAGMA foreign_keys") ?? false
    // Otherwise dropping a table deletes its rows first, and minds who refers to them.
    if enforces { try execute(sql: "PRAGMA foreign_keys = OFF") }
    let result = Result { try eraseInTransaction(if: isWanted) }
    if enforces { try ignoringCancellation { try execute(sql: "PRAGMA foreign_keys = ON") } }
    let hasErased = try result.get()
    // The space is reused even where it cannot be given back now, as others read.
    if hasErased { try? execute(sql: "VACUUM main") }
    return hasErased
  }

  private func eraseInTransaction(if isWanted: () throws -> Bool) throws -> Bool {
    var hasErased = false
    try inTransaction(.immediate) {
      guard try isWanted() else { return .rollback }
      try dropAll("trigger", where: "type = 'trigger'")
      try dropAll("view", where: "type = 'view'")
      // A virtual table has no page of its own, and takes its shadow tables with it.
      try dropAll("table", where: "type = 'table' AND rootpage = 0")
      try dropAll("table", where: "type = 'table' AND name <> 'sqlite_sequence'")
      try execute(sql: "PRAGMA main.user_version = 0; PRAGMA main.application_id = 0")
      hasErased = true
      return .commit
    }
    return hasErased
  }

  private func dropAll(_ kind: String, where condition: String) throws {
    let names = try String.fetchAll(
      self, sql: "SELECT name FROM main.sqlite_master WHERE \(condition)")
    for name in names {
      try execute(sql: "DROP \(kind) main.\(name.quotedDatabaseIdentifier)")
    }
  }
}

extension DatabaseWriter {
  /// Removes everything from the database, while no other access runs; see ``Database/erase()``.
  ///
  /// - Throws: ``DatabaseError``.
  public func erase() throws {
    try barrierWriteWithoutTransaction { try $0.erase() }
  }
}
