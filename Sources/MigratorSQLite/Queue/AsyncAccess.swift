internal import Dispatch

// Accesses that do not block the calling thread. The synchronous methods with the same names are
// disfavored overloads; otherwise Swift would always prefer them, as members of the classes.

extension DatabaseReader {
  /// Reads one state of the database on another thread, without blocking.
  ///
  /// - Parameter value: Receives the connection or an error on that thread; writing throws
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

  /// Reads one state of the database while the task is suspended.
  ///
  /// - Parameter value: The closure, run on another thread; writing in it throws SQLITE_READONLY.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure; ``DatabaseError``; `CancellationError` if the task is
  ///   cancelled, which stops the closure's statements.
  public func read<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await suspending({ try self.read($0) }, value)
  }
}

extension DatabaseWriter {
  /// Writes in a transaction on another thread, without blocking.
  ///
  /// - Parameters:
  ///   - updates: The closure.
  ///   - completion: Receives the connection, outside the transaction, and the result or error of
  ///     the closure, on that thread.
  public func asyncWrite<T>(
    _ updates: @escaping @Sendable (Database) throws -> T,
    completion: @escaping @Sendable (Database, Result<T, any Error>) -> Void
  ) {
    asyncWriteWithoutTransaction { db in
      completion(db, Result { try db.committing(updates) })
    }
  }

  /// Writes on another thread, without blocking.
  ///
  /// - Parameter updates: Receives the connection on that thread; not called if the connection is
  ///   closed.
  public func asyncWriteWithoutTransaction(_ updates: @escaping @Sendable (Database) -> Void) {
    onOwnThread { try? self.writeWithoutTransaction { updates($0) } }
  }

  /// Writes in a transaction while the task is suspended.
  ///
  /// - Parameter updates: The closure, run on another thread.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure; ``DatabaseError``; `CancellationError` if the task is
  ///   cancelled, which stops the closure's statements and rolls back.
  public func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await suspending({ try self.writeWithoutTransaction($0) }) { try $0.committing(updates) }
  }

  /// Writes outside any transaction while the task is suspended.
  ///
  /// - Parameter updates: The closure, run on another thread.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure; ``DatabaseError``; `CancellationError` if the task is
  ///   cancelled.
  public func writeWithoutTransaction<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await suspending({ try self.writeWithoutTransaction($0) }, updates)
  }

  /// Writes outside any transaction, without concurrent accesses, while the task is suspended.
  ///
  /// - Parameter updates: The closure, run on another thread.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure; ``DatabaseError``; `CancellationError` if the task is
  ///   cancelled.
  public func barrierWriteWithoutTransaction<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await suspending({ try self.barrierWriteWithoutTransaction($0) }, updates)
  }
}

/// Runs a closure on its own queue, because the global queues may run out of threads.
private func onOwnThread(_ body: @escaping @Sendable () -> Void) {
  DispatchQueue(label: "MigratorSQLite.access").async(execute: body)
}

private func suspending<T: Sendable>(
  _ access: @escaping @Sendable ((Database) throws -> T) throws -> T,
  _ body: @escaping @Sendable (Database) throws -> T
) async throws -> T {
  try Task.checkCancellation()
  let cancellation = Cancellation()
  let thread = OwnThread(label: "MigratorSQLite.access")
  return try await withTaskCancellationHandler {
    try await thread.run {
      do {
        return try access { db in
          try db.monitored(by: ProgressMonitor(cancellation: cancellation)) { try body(db) }
        }
      } catch let error as DatabaseError where error.isInterruption && cancellation.isCancelled {
        // Whichever statement was interrupted, the task was cancelled.
        throw CancellationError()
      }
    }
  } onCancel: {
    cancellation.cancel()
  }
}
