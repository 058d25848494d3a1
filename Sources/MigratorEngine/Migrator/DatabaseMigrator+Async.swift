internal import Dispatch
public import MigratorSQLite

extension DatabaseMigrator {
  /// Applies all migrations that are not applied, without blocking the calling thread.
  ///
  /// Cancelling the task rolls back the migration that runs; those before it stay applied.
  ///
  /// - Parameter writer: The database.
  /// - Throws: The error of a migration as it was thrown; `DatabaseError`, which is SQLITE_INTERRUPT
  ///   when cancelled; ``MigrationError``.
  public func migrate(_ writer: any DatabaseWriter) async throws {
    try await migrateOffThread(writer, upTo: nil)
  }

  /// Applies migrations that are not applied, up to a target, without blocking the calling thread.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - targetIdentifier: The last migration to apply.
  /// - Throws: The error of a migration as it was thrown; `DatabaseError`, which is SQLITE_INTERRUPT
  ///   when cancelled; ``MigrationError``.
  public func migrate(_ writer: any DatabaseWriter, upTo targetIdentifier: String) async throws {
    try await migrateOffThread(writer, upTo: targetIdentifier)
  }

  /// Applies all migrations that are not applied, on another thread.
  ///
  /// `completion` is called on that thread, while no other access to the database runs: it may read
  /// and write.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - cancellation: Stops the run; the migration that runs is rolled back.
  ///   - completion: Receives the connection, or what `migrate(_:)` would throw.
  public func asyncMigrate(
    _ writer: any DatabaseWriter, cancellation: Cancellation? = nil,
    completion: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    asyncMigrate(writer, cancellation: cancellation) { (db: Database?, error: (any Error)?) in
      if let error { return completion(.failure(error)) }
      if let db { completion(.success(db)) }
    }
  }

  /// Applies all migrations that are not applied, on another thread: the older form.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - cancellation: Stops the run; the migration that runs is rolled back.
  ///   - completion: Receives the connection, which is `nil` when it could not be accessed at all, and
  ///     what `migrate(_:)` would throw.
  @_disfavoredOverload
  public func asyncMigrate(
    _ writer: any DatabaseWriter, cancellation: Cancellation? = nil,
    completion: @escaping @Sendable (_ db: Database?, _ error: (any Error)?) -> Void
  ) {
    DispatchQueue.migrating().async {
      var hasCompleted = false
      do {
        try access(writer) { db in
          let result = Result {
            try migrate(db, upTo: nil, cancellation: cancellation, emit: { _ in })
          }
          hasCompleted = true
          switch result {
          case .success: completion(db, nil)
          case .failure(let error): completion(db, error)
          }
        }
      } catch {
        // What the completion itself left undone, such as a transaction, is not its own to hear.
        if !hasCompleted { completion(nil, error) }
      }
    }
  }

  /// Runs on a thread of its own: SQLite blocks, and Swift's own threads are too few to be blocked.
  private func migrateOffThread(_ writer: any DatabaseWriter, upTo target: String?) async throws {
    let cancellation = Cancellation()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        DispatchQueue.migrating().async {
          done.resume(
            with: Result {
              try migrate(writer, upTo: target, cancellation: cancellation, onEvent: { _ in })
            })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}

extension DispatchQueue {
  /// A queue of its own, which gets a thread of its own.
  ///
  /// The global queues may have no more threads than there are cores, which tasks share: two long
  /// migrations would keep out the very task that is to cancel them.
  fileprivate static func migrating() -> DispatchQueue {
    DispatchQueue(label: "MigratorEngine.migrate")
  }
}
