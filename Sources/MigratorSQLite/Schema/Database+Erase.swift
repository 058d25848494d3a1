extension Database {
  /// Removes all content of the database: tables, indexes, views, triggers, rows, the ledger.
  ///
  /// `user_version` and `application_id` become 0; the journal mode, page size and encoding are
  /// kept. The removal is one transaction, so an error or a killed process in between loses
  /// nothing.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_MISUSE inside a transaction; SQLITE_ERROR `no such module`
  ///   for a virtual table whose module is not registered on this connection.
  /// - Complexity: O(*n*) in the size of the database.
  public func erase() throws {
    _ = try erase(if: { true })
  }

  /// Removes all content of the database, if a condition still holds under the write lock.
  ///
  /// - Parameter isWanted: The condition, evaluated inside the transaction before any removal.
  /// - Returns: `true` if the database was erased.
  /// - Throws: The error of `isWanted`; ``DatabaseError`` as for ``erase()``.
  package func erase(if isWanted: () throws -> Bool) throws -> Bool {
    guard !isInsideTransaction else {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE, message: "a database cannot be erased inside a transaction")
    }
    let enforces = try Bool.fetchOne(self, sql: "PRAGMA foreign_keys") ?? false
    // With foreign keys on, DROP TABLE first deletes the rows and checks the references to them.
    if enforces { try execute(sql: "PRAGMA foreign_keys = OFF") }
    let result = Result { try eraseInTransaction(if: isWanted) }
    if enforces { try ignoringCancellation { try execute(sql: "PRAGMA foreign_keys = ON") } }
    let hasErased = try result.get()
    // If other readers prevent VACUUM, later writes reuse the free space.
    if hasErased { try? execute(sql: "VACUUM main") }
    return hasErased
  }

  private func eraseInTransaction(if isWanted: () throws -> Bool) throws -> Bool {
    var hasErased = false
    try inTransaction(.immediate) {
      guard try isWanted() else { return .rollback }
      try dropAll(.trigger)
      try dropAll(.view)
      // A virtual table removes its shadow tables.
      try dropAll(.table, where: [.isNotStored])
      try dropAll(.table, where: [.name(notIn: ["sqlite_sequence"])])
      try execute(sql: "PRAGMA main.user_version = 0; PRAGMA main.application_id = 0")
      hasErased = true
      return .commit
    }
    return hasErased
  }

  private func dropAll(
    _ kind: SchemaObjectKind, where conditions: [SchemaCondition] = []
  ) throws {
    for name in try schemaRows(where: [.kind(kind)] + conditions, { try $0.name }) {
      try execute(sql: "DROP \(kind) main.\(name.quotedDatabaseIdentifier)")
    }
  }
}

extension DatabaseWriter {
  /// Removes all content of the database, without concurrent accesses; see ``Database/erase()``.
  ///
  /// - Throws: ``DatabaseError``.
  public func erase() throws {
    try barrierWriteWithoutTransaction { try $0.erase() }
  }
}
