package import MigratorSQLite

/// Steps of one file, one after the other.
package final class StepSeries {
  private let migrator: DatabaseMigrator
  private let connection: StepConnection
  private let checks = CheckSession()

  /// Creates a series; opens nothing.
  ///
  /// - Parameters:
  ///   - migrator: The registered migrations.
  ///   - path: The database file.
  ///   - configuration: How to open it.
  package init(_ migrator: DatabaseMigrator, path: String, configuration: Configuration) {
    self.migrator = migrator
    connection = StepConnection(of: migrator.list.migrations) {
      try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// Applies one migration.
  ///
  /// - Parameters:
  ///   - identifier: The migration that must be next.
  ///   - condition: What the step is held to.
  ///   - isFollowed: Whether another step is to meet ``StepReport/fingerprint``, so that the bytes of
  ///     the file and its `-wal` must stay as the commit left them; otherwise the file is closed.
  ///   - tracing: Whom to tell of the statements one by one, or `nil`.
  ///   - cancellation: Rolls the migration back.
  ///   - onEvent: Receives the events.
  /// - Returns: What the migration did, its failure included; `nil` when nothing is pending.
  /// - Throws: An error when nothing was begun.
  package func step(
    expecting identifier: String, on condition: StepCondition, isFollowed: Bool,
    tracing: StatementTracing?, cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
  ) throws -> StepReport? {
    let queue = try connection.take(for: identifier, knowing: checks.schema)
    let result = Result {
      try migrator.step(
        queue, expecting: identifier, on: condition, tracing: tracing, cancellation: cancellation,
        checks: checks, onEvent: onEvent)
    }
    guard case .success((var report, let known)?) = result else {
      try? queue.close()
      return try result.get()?.report
    }
    // What was applied is applied, whether or not SQLite can close the file in good order.
    let left = report.hasChanged ? report.fingerprint : report.fingerprintBefore
    if isFollowed, report.failure == nil, left != nil {
      if known.keepsConnection {
        connection.keep(queue)
      } else {
        try? queue.closeWithoutCheckpoint()
      }
    } else {
      report.fingerprint = try? left.flatMap { left in
        try queue.writeWithoutTransaction { DatabaseFingerprint(settling: $0, from: left) }
      }
      try? queue.close()
    }
    return report
  }
}

extension StepReport {
  /// Whether the file is another than before.
  package var hasChanged: Bool { failure.map { $0.databaseState != .asBefore } ?? true }
}
