internal import Dispatch
public import MigratorSQLite

extension DatabaseMigrator {
  /// Applies all pending migrations without blocking the calling thread.
  ///
  /// Cancelling the task rolls back the running migration; earlier ones remain applied.
  ///
  /// - Parameter writer: The database.
  /// - Throws: The error of a migration, unchanged; `DatabaseError`; ``MigrationError``;
  ///   `CancellationError` if the task is cancelled.
  public func migrate(_ writer: any DatabaseWriter) async throws {
    try await migrateOffThread(writer, upTo: nil)
  }

  /// Applies pending migrations up to a target without blocking the calling thread.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - targetIdentifier: The last migration to apply.
  /// - Throws: The error of a migration, unchanged; `DatabaseError`; ``MigrationError``;
  ///   `CancellationError` if the task is cancelled.
  public func migrate(_ writer: any DatabaseWriter, upTo targetIdentifier: String) async throws {
    try await migrateOffThread(writer, upTo: targetIdentifier)
  }

  /// Applies all pending migrations on another thread.
  ///
  /// `completion` runs on that thread and may read and write. No other access to the database runs
  /// at the same time.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - cancellation: Stops the run and rolls back the running migration.
  ///   - completion: Receives the connection, or the error that `migrate(_:)` would throw.
  public func asyncMigrate(
    _ writer: any DatabaseWriter, cancellation: Cancellation? = nil,
    completion: @escaping @Sendable (Result<Database, any Error>) -> Void
  ) {
    asyncMigrate(writer, cancellation: cancellation) { (db: Database?, error: (any Error)?) in
      if let error { return completion(.failure(error)) }
      if let db { completion(.success(db)) }
    }
  }

  /// Applies all pending migrations on another thread (older form of the method).
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - cancellation: Stops the run and rolls back the running migration.
  ///   - completion: Receives the connection, or `nil` if it could not be accessed, and the error
  ///     that `migrate(_:)` would throw.
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
        // If the completion has run, the error is its own, such as a transaction left open.
        if !hasCompleted { completion(nil, error) }
      }
    }
  }

  /// Uses a dedicated thread: SQLite blocks, and Swift's cooperative pool has too few threads to
  /// block one.
  private func migrateOffThread(_ writer: any DatabaseWriter, upTo target: String?) async throws {
    try Task.checkCancellation()
    let cancellation = Cancellation()
    let thread = OwnThread(label: DispatchQueue.migratingLabel)
    try await withTaskCancellationHandler {
      try await thread.run {
        do {
          try migrate(writer, upTo: target, cancellation: cancellation, onEvent: { _ in })
        } catch  where cancellation.isCancelled && error.isInterruption {
          // Whichever statement was interrupted, the task was cancelled.
          throw CancellationError()
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}

extension DispatchQueue {
  /// A new queue with a thread of its own.
  ///
  /// The global queues may have only one thread per core, shared with tasks. On a machine with two
  /// cores, two long migrations would leave no thread for the task that should cancel them.
  fileprivate static func migrating() -> DispatchQueue {
    DispatchQueue(label: migratingLabel)
  }

  fileprivate static var migratingLabel: String { "MigratorEngine.migrate" }
}
