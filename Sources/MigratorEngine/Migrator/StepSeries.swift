package import MigratorSQLite

/// Steps of one file, one after the other, on one connection as long as each leaves it as a new one is.
///
/// What is known of schema and foreign keys after a step is good for the next one, so that a step costs
/// what it changes and not what is there.
package final class StepSeries {
  private let migrator: DatabaseMigrator
  private let path: String
  private let configuration: Configuration
  /// The migrations that may ask what happened in their connection.
  private let asking: Set<String>
  private var queue: DatabaseQueue?
  private var checks = CheckSession()

  /// Creates a series; opens nothing.
  ///
  /// - Parameters:
  ///   - migrator: The registered migrations.
  ///   - path: The database file.
  ///   - configuration: How to open it.
  package init(_ migrator: DatabaseMigrator, path: String, configuration: Configuration) {
    self.migrator = migrator
    self.path = path
    self.configuration = configuration
    asking = Set(
      migrator.registeredMigrations.filter { migration in
        let text = migration.script?.text.lowercased() ?? ""
        return text.contains("last_insert_rowid") || text.contains("changes")
      }.map(\.identifier))
  }

  deinit { try? queue?.close() }

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
    let queue = try connection(for: identifier)
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
        self.queue = queue
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

  /// The connection of the step before, or a new one where that might answer otherwise.
  ///
  /// `last_insert_rowid()`, `changes()` and `total_changes()` tell of a connection what happened in it, and no
  /// two steps of a dry run share one: the rows that a step writes must not hang on what ran before it.
  /// Source: <https://www.sqlite.org/lang_corefunc.html>.
  private func connection(for identifier: String) throws -> DatabaseQueue {
    guard let kept = queue else { return try open() }
    queue = nil
    let asks =
      try asking.contains(identifier)
      || kept.writeWithoutTransaction { db in
        try Bool.fetchOne(
          db,
          sql: """
            SELECT EXISTS (SELECT 1 FROM main.sqlite_master
              WHERE sql LIKE '%last_insert_rowid%' OR sql LIKE '%changes%')
            """) == true
      }
    if !asks { return kept }
    try? kept.closeWithoutCheckpoint()
    return try open()
  }

  private func open() throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    checks = CheckSession()
    do {
      // With a rollback journal others can read beside the step as long as its changes fit in here.
      try queue.writeWithoutTransaction { try $0.enlargeCache() }
    } catch {
      try? queue.close()
      throw error
    }
    return queue
  }
}

extension StepReport {
  /// Whether the file is another than before.
  package var hasChanged: Bool { failure.map { $0.databaseState != .asBefore } ?? true }
}
