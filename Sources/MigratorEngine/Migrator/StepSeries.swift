package import MigratorSQLite

package final class StepSeries {
  private let migrator: DatabaseMigrator
  private let connection: StepConnection
  private let checks = ForeignKeyCheckSession()

  /// Creates a series without opening the file.
  package init(_ migrator: DatabaseMigrator, path: String, configuration: Configuration) {
    self.migrator = migrator
    connection = StepConnection(of: migrator.list.migrations) {
      try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// Applies one migration, which must be next.
  ///
  /// If another step follows and requires ``StepReport/fingerprint``, the file and its `-wal` file
  /// do not change after the commit. Otherwise the file is closed. Returns `nil` when nothing is
  /// pending; throws only if the step could not start.
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
    // The migration remains applied even if SQLite cannot close the file cleanly.
    let left = report.mayHaveChanged ? report.fingerprint : report.fingerprintBefore
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
  /// True if this run may have changed the file, or another program damaged or displaced it.
  package var mayHaveChanged: Bool {
    failure.map { $0.databaseState != .rolledBack || $0.displacement != nil || $0.isCorruption }
      ?? true
  }

  /// True if the reported changes are in the database (or would be, for a dry run).
  package var isKept: Bool { failure?.databaseState.isPartly ?? true }
}
