extension Database {
  /// How a transaction begins.
  public enum TransactionKind: String, Sendable, Hashable {
    /// SQLite acquires locks when statements need them.
    case deferred = "DEFERRED"
    /// SQLite acquires the write lock immediately.
    case immediate = "IMMEDIATE"
    /// SQLite excludes all other connections immediately.
    case exclusive = "EXCLUSIVE"
  }

  /// How a transaction ends.
  public enum TransactionCompletion: Sendable, Hashable {
    /// Keeps the changes.
    case commit
    /// Discards the changes.
    case rollback
  }

  /// Begins a transaction.
  ///
  /// - Parameter kind: The kind of transaction; by default immediate, and deferred on a read-only
  ///   connection.
  /// - Throws: ``DatabaseError``; SQLITE_BUSY if another connection holds the lock.
  public func beginTransaction(_ kind: TransactionKind? = nil) throws {
    let kind = kind ?? (configuration.readonly ? .deferred : .immediate)
    try execute(sql: "BEGIN \(kind.rawValue) TRANSACTION")
    if kind != .deferred { noteCommittedSize() }
  }

  /// Commits the transaction.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_ABORT if the transaction was rolled back. After
  ///   SQLITE_BUSY, the transaction is still open. If ``DatabaseError/isInDoubt`` is true, the
  ///   changes may be committed despite the error.
  public func commit() throws {
    guard isInsideTransaction else {
      throw transactionAbortedError(sql: "COMMIT TRANSACTION")
    }
    try requireCommittable()
    do {
      try execute(sql: "COMMIT TRANSACTION")
    } catch {
      throw settled(error)
    }
    try requireCommitted()
  }

  /// Rolls back the transaction; does nothing if SQLite already did so.
  ///
  /// The rollback cannot be cancelled.
  ///
  /// - Throws: ``DatabaseError``.
  public func rollback() throws {
    guard isInsideTransaction else { return }
    try putBack("ROLLBACK TRANSACTION")
  }

  /// Runs a closure inside a transaction.
  ///
  /// If SQLite rolls back the transaction or a statement ends it, later statements of the closure
  /// throw SQLITE_ABORT instead of running outside a transaction.
  ///
  /// - Parameters:
  ///   - kind: The kind of transaction; by default immediate.
  ///   - body: The closure; its result determines how the transaction ends.
  /// - Throws: Errors thrown by the closure, after the rollback; otherwise ``DatabaseError`` of the
  ///   beginning or the commit.
  public func inTransaction(
    _ kind: TransactionKind? = nil, _ body: () throws -> TransactionCompletion
  ) throws {
    try unobserved { try beginTransaction(kind) }
    do {
      switch try throwingRecordedFailure({ try insideTransactionBlock(body) }) {
      case .commit: try unobserved { try commit() }
      case .rollback: try unobserved { try rollback() }
      }
    } catch {
      // The first error is rethrown; a rollback fails only if SQLite already rolled back.
      try? unobserved { try rollback() }
      throw error
    }
  }

  /// Runs a closure inside a savepoint, or inside a transaction when there is none.
  ///
  /// - Parameter body: The closure; its result determines how the savepoint ends.
  /// - Throws: Errors thrown by the closure, or ``DatabaseError``.
  public func inSavepoint(_ body: () throws -> TransactionCompletion) throws {
    guard isInsideTransaction else { return try inTransaction(nil, body) }
    try own("SAVEPOINT migrator")
    do {
      switch try insideTransactionBlock(body) {
      case .commit: try own("RELEASE SAVEPOINT migrator")
      case .rollback: try rollbackSavepoint()
      }
    } catch {
      // The first error is rethrown.
      try? rollbackSavepoint()
      throw error
    }
  }

  /// Returns the error to throw if the transaction of a block was rolled back.
  ///
  /// It is the recorded failure for which SQLite rolled back, or SQLITE_ABORT if there is none.
  ///
  /// Code that does not need a result may have ignored that failure when it occurred.
  ///
  /// - Parameters:
  ///   - sql: The statement that cannot run.
  ///   - arguments: Its arguments.
  /// - Returns: The error.
  /// - Source:
  ///   <https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction>.
  package func transactionAbortedError(
    sql: String? = nil, arguments: StatementArguments? = nil
  ) -> DatabaseError {
    rollbackCause
      ?? DatabaseError(
        resultCode: .SQLITE_ABORT, message: "Transaction was aborted", sql: sql,
        arguments: arguments)
  }

  /// Records a failure for which SQLite rolled back the transaction.
  func recordRollbackCause(_ error: DatabaseError) {
    guard isInsideTransactionBlock, !isInsideTransaction, rollbackCause == nil,
      error.displacement != nil
        || [.SQLITE_IOERR, .SQLITE_FULL, .SQLITE_NOMEM].contains(error.resultCode)
    else { return }
    rollbackCause = error
  }

  /// Runs a read-only closure in the open transaction, or in a new one if there is none.
  ///
  /// A deferred transaction begins with its first statement. If `startsNow`, the closure does not
  /// see what other connections commit after this call.
  func isolatedRead<T>(
    startsNow: Bool = false, _ body: (Database) throws -> T
  ) throws -> T {
    guard !isInsideTransaction else { return try readOnly { try body(self) } }
    return try readOnly {
      try unobserved { try beginTransaction(.deferred) }
      do {
        if startsNow { try unobserved { try execute(sql: ConnectionOpening.readHeader) } }
        let result = try insideTransactionBlock { try body(self) }
        // Nothing was written, so the way the transaction ends does not matter.
        try unobserved { try rollback() }
        return result
      } catch {
        // The first error is rethrown.
        try? unobserved { try rollback() }
        throw error
      }
    }
  }

  /// Runs one of the library's own statements without consulting the ``Authorizer``.
  private func own(_ sql: String) throws {
    try unobserved { try execute(sql: sql) }
  }

  private func rollbackSavepoint() throws {
    guard isInsideTransaction else { return }
    try unobserved { try putBack("ROLLBACK TO SAVEPOINT migrator; RELEASE SAVEPOINT migrator") }
  }

  private func insideTransactionBlock<T>(_ body: () throws -> T) rethrows -> T {
    let outer = isInsideTransactionBlock
    if !outer { rollbackCause = nil }
    isInsideTransactionBlock = true
    defer { isInsideTransactionBlock = outer }
    return try body()
  }

  private func readOnly<T>(_ body: () throws -> T) throws -> T {
    if configuration.readonly { return try body() }
    try execute(sql: "PRAGMA query_only = 1")
    do {
      let result = try body()
      try putBack("PRAGMA query_only = 0")
      return result
    } catch {
      // The first error is rethrown; setting the flag needs neither a lock nor the file.
      try? putBack("PRAGMA query_only = 0")
      throw error
    }
  }
}
