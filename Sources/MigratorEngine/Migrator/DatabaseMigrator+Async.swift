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

  /// Runs on a thread of its own: SQLite blocks, and Swift's own threads are too few to be blocked.
  private func migrateOffThread(_ writer: any DatabaseWriter, upTo target: String?) async throws {
    let cancellation = Cancellation()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        DispatchQueue.global().async {
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
