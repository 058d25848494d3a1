extension Database {
  /// How a transaction begins.
  public enum TransactionKind: String, Sendable, Hashable {
    /// Locks are taken when they are needed.
    case deferred = "DEFERRED"
    /// The write lock is taken at once.
    case immediate = "IMMEDIATE"
    /// All other connections are kept out at once.
    case exclusive = "EXCLUSIVE"
  }

  /// How a transaction ends.
  public enum TransactionCompletion: Sendable, Hashable {
    /// Changes are kept.
    case commit
    /// Changes are discarded.
    case rollback
  }

  /// Begins a transaction.
  ///
  /// - Parameter kind: How it begins; by default immediate, and deferred on a read-only connection.
  /// - Throws: ``DatabaseError``; SQLITE_BUSY when another connection holds the lock.
  public func beginTransaction(_ kind: TransactionKind? = nil) throws {
    let kind = kind ?? (configuration.readonly ? .deferred : .immediate)
    try execute(sql: "BEGIN \(kind.rawValue) TRANSACTION")
    if kind != .deferred { noteCommittedSize() }
  }

  /// Commits the transaction.
  ///
  /// - Throws: ``DatabaseError``; SQLITE_ABORT when the transaction is gone. After SQLITE_BUSY the
  ///   transaction is still open; what was written may be found all the same where
  ///   ``DatabaseError/isInDoubt`` is true.
  public func commit() throws {
    guard isInsideTransaction else {
      throw abortion(sql: "COMMIT TRANSACTION")
    }
    try requireCommittable()
    do {
      try execute(sql: "COMMIT TRANSACTION")
    } catch {
      throw settled(error)
    }
    try requireCommitted()
  }

  /// Rolls the transaction back; does nothing when SQLite has done so by itself.
  ///
  /// Cannot be cancelled.
  ///
  /// - Throws: ``DatabaseError``.
  public func rollback() throws {
    guard isInsideTransaction else { return }
    try putBack("ROLLBACK TRANSACTION")
  }

  /// Runs a closure inside a transaction.
  ///
  /// Once the transaction is gone, because SQLite rolled it back or a statement ended it, statements
  /// of the closure throw SQLITE_ABORT instead of running alone.
  ///
  /// - Parameters:
  ///   - kind: How the transaction begins; by default immediate.
  ///   - body: The closure; it says how the transaction ends.
  /// - Throws: The error of the closure as it was thrown, after the rollback; otherwise
  ///   ``DatabaseError`` of the beginning or the commit.
  public func inTransaction(
    _ kind: TransactionKind? = nil, _ body: () throws -> TransactionCompletion
  ) throws {
    try unobserved { try beginTransaction(kind) }
    do {
      switch try tellingFailures({ try insideTransactionBlock(body) }) {
      case .commit: try unobserved { try commit() }
      case .rollback: try unobserved { try rollback() }
      }
    } catch {
      // The first error is the one to tell; a rollback fails only where SQLite did it already.
      try? unobserved { try rollback() }
      throw error
    }
  }

  /// Runs a closure inside a savepoint, or inside a transaction when there is none.
  ///
  /// - Parameter body: The closure; it says how the savepoint ends.
  /// - Throws: The error of the closure as it was thrown, or ``DatabaseError``.
  public func inSavepoint(_ body: () throws -> TransactionCompletion) throws {
    guard isInsideTransaction else { return try inTransaction(nil, body) }
    try own("SAVEPOINT migrator")
    do {
      switch try insideTransactionBlock(body) {
      case .commit: try own("RELEASE SAVEPOINT migrator")
      case .rollback: try rollbackSavepoint()
      }
    } catch {
      // The first error is the one to tell.
      try? rollbackSavepoint()
      throw error
    }
  }

  /// What is thrown where the transaction of a block is gone: the failure for which SQLite took it back,
  /// where that was no fault of who used it, and SQLITE_ABORT otherwise.
  ///
  /// The first to meet such a failure may have let it pass, as one of a question that can go without its answer.
  ///
  /// - Parameters:
  ///   - sql: The statement that cannot run.
  ///   - arguments: Its arguments.
  /// - Returns: The error.
  /// - Source: <https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction>.
  package func abortion(
    sql: String? = nil, arguments: StatementArguments? = nil
  ) -> DatabaseError {
    lossOfTransaction
      ?? DatabaseError(
        resultCode: .SQLITE_ABORT, message: "Transaction was aborted", sql: sql,
        arguments: arguments)
  }

  /// Keeps a failure for which SQLite took the transaction back.
  func noteLossOfTransaction(_ error: DatabaseError) {
    guard isInsideTransactionBlock, !isInsideTransaction, lossOfTransaction == nil,
      error.displacement != nil
        || [.SQLITE_IOERR, .SQLITE_FULL, .SQLITE_NOMEM].contains(error.resultCode)
    else { return }
    lossOfTransaction = error
  }

  /// Runs a closure in a transaction of its own, or in the one that is open, and only reads.
  func isolatedRead<T>(_ body: (Database) throws -> T) throws -> T {
    guard !isInsideTransaction else { return try readOnly { try body(self) } }
    return try readOnly {
      try unobserved { try beginTransaction(.deferred) }
      do {
        let result = try insideTransactionBlock { try body(self) }
        // Nothing was written: ending the transaction either way is the same.
        try unobserved { try rollback() }
        return result
      } catch {
        // The first error is the one to tell.
        try? unobserved { try rollback() }
        throw error
      }
    }
  }

  /// Runs one of our own statements, which an ``Authorizer`` is not asked about.
  private func own(_ sql: String) throws {
    try unobserved { try execute(sql: sql) }
  }

  private func rollbackSavepoint() throws {
    guard isInsideTransaction else { return }
    try unobserved { try putBack("ROLLBACK TO SAVEPOINT migrator; RELEASE SAVEPOINT migrator") }
  }

  private func insideTransactionBlock<T>(_ body: () throws -> T) rethrows -> T {
    let outer = isInsideTransactionBlock
    if !outer { lossOfTransaction = nil }
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
      // The first error is the one to tell; setting the flag needs neither lock nor file.
      try? putBack("PRAGMA query_only = 0")
      throw error
    }
  }
}
