package import MigratorSQLite

/// Steps of one file, one after the other.
package final class StepSeries {
  private let migrator: DatabaseMigrator
  private let connection: StepConnection
  private let checks = CheckSession()

  /// Creates a series; opens nothing.
  package init(_ migrator: DatabaseMigrator, path: String, configuration: Configuration) {
    self.migrator = migrator
    connection = StepConnection(of: migrator.list.migrations) {
      try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// Applies one migration, which must be next; what is thrown says that nothing was begun.
  ///
  /// Where another step is to follow and meet ``StepReport/fingerprint``, the bytes of the file and its `-wal`
  /// stay as the commit left them; otherwise the file is closed. Returns `nil` when nothing is pending.
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
  /// Whether the file may differ from before, by this run or because another program damaged or displaced it.
  package var mayHaveChanged: Bool {
    failure.map { $0.databaseState != .asBefore || $0.displacement != nil || $0.isOfDamage } ?? true
  }

  /// Whether what it tells is in the file, or would be.
  package var isKept: Bool { failure?.databaseState.isPartly ?? true }
}
