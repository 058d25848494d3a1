internal import Dispatch

// Accesses that do not block the thread that asks for them. The forms of the same name that do are disfavoured: as members they would
// else always be taken.

extension DatabaseReader {
  /// Reads one state of the database on another thread, without waiting for it.
  ///
  /// - Parameter value: Receives the connection, or why there is none, on that thread; writing throws
  ///   SQLITE_READONLY.
  public func asyncRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    onOwnThread {
      var hasRead = false
      do {
        try self.read { db in
          hasRead = true
          value(.success(db))
        }
      } catch {
        if !hasRead { value(.failure(error)) }
      }
    }
  }

  /// Reads one state of the database, and suspends the task meanwhile.
  ///
  /// - Parameter value: The closure, run on another thread; writing in it throws SQLITE_READONLY.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure; ``DatabaseError``; `CancellationError` when the task is cancelled, which stops the
  ///   closure's statements.
  public func read<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await suspending({ try self.read($0) }, value)
  }
}

extension DatabaseWriter {
  /// Writes in a transaction on another thread, without waiting for it.
  ///
  /// - Parameters:
  ///   - updates: The closure.
  ///   - completion: Receives the connection, outside the transaction, and what the closure returned or why nothing was
  ///     written, on that thread.
  public func asyncWrite<T>(
    _ updates: @escaping @Sendable (Database) throws -> T,
    completion: @escaping @Sendable (Database, Result<T, any Error>) -> Void
  ) {
    asyncWriteWithoutTransaction { db in
      completion(db, Result { try db.committing(updates) })
    }
  }

  /// Writes on another thread, without waiting for it.
  ///
  /// - Parameter updates: Receives the connection, on that thread; is not called where there is none any more.
  public func asyncWriteWithoutTransaction(_ updates: @escaping @Sendable (Database) -> Void) {
    onOwnThread { try? self.writeWithoutTransaction { updates($0) } }
  }

  /// Writes in a transaction, and suspends the task meanwhile.
  ///
  /// - Parameter updates: The closure, run on another thread.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure; ``DatabaseError``; `CancellationError` when the task is cancelled, which stops the
  ///   closure's statements and rolls back.
  public func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await suspending({ try self.writeWithoutTransaction($0) }) { try $0.committing(updates) }
  }

  /// Writes outside any transaction, and suspends the task meanwhile.
  ///
  /// - Parameter updates: The closure, run on another thread.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure; ``DatabaseError``; `CancellationError` when the task is cancelled.
  public func writeWithoutTransaction<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await suspending({ try self.writeWithoutTransaction($0) }, updates)
  }

  /// Writes outside any transaction while no other access runs, and suspends the task meanwhile.
  ///
  /// - Parameter updates: The closure, run on another thread.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure; ``DatabaseError``; `CancellationError` when the task is cancelled.
  public func barrierWriteWithoutTransaction<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await suspending({ try self.barrierWriteWithoutTransaction($0) }, updates)
  }
}

/// Runs a closure on a thread of its own: those of the global queues may run out.
private func onOwnThread(_ body: @escaping @Sendable () -> Void) {
  DispatchQueue(label: "MigratorSQLite.access").async(execute: body)
}

/// Runs a closure in an access on a thread of its own while the task is suspended.
private func suspending<T: Sendable>(
  _ access: @escaping @Sendable ((Database) throws -> T) throws -> T,
  _ body: @escaping @Sendable (Database) throws -> T
) async throws -> T {
  try Task.checkCancellation()
  let cancellation = Cancellation()
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      onOwnThread {
        let result = Result {
          try access { db in
            try db.monitored(by: ProgressMonitor(cancellation: cancellation)) { try body(db) }
          }
        }
        continuation.resume(
          with: result.mapError { error in
            // Whatever statement was stopped, the task was cancelled.
            cancellation.isCancelled && (error as? DatabaseError)?.isInterruption == true
              ? CancellationError() : error
          })
      }
    }
  } onCancel: {
    cancellation.cancel()
  }
}
