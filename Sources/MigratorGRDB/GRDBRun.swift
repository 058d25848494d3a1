#if GRDB
  import Dispatch
  import GRDB
  import MigratorEngine
  import MigratorPlatform
  import MigratorSchema
  import MigratorSession

  extension GRDBMigrations {
    /// Runs pending migrations in GRDB up to a target; returns the duration in seconds and any
    /// failure.
    ///
    /// Without a journal mode, as for a copy, the result of a failed commit is never uncertain.
    ///
    /// - Throws: GRDB's error if the file cannot be opened.
    func run(
      _ identifier: String, target: String, on path: String, journalMode: String? = nil,
      _ cancellation: Cancellation?
    ) throws -> (seconds: Double, failure: MigrationFailure?) {
      let queue = try GRDB.DatabaseQueue(path: path, configuration: connections)
      defer { try? queue.close() }
      let watch = Interruption(of: queue, by: cancellation)
      defer { watch.end() }
      let clock = ContinuousClock()
      let start = clock.now
      var failure: MigrationFailure?
      do {
        try cancellation?.check()
        try migrator.migrate(queue, upTo: target)
      } catch {
        failure = MigrationFailure(
          identifier, error, journalMode: journalMode,
          isCancelled: cancellation?.isCancelled == true)
      }
      return ((clock.now - start) / .seconds(1), failure)
    }
  }

  /// Interrupts GRDB repeatedly after a cancellation.
  ///
  /// One interruption is not enough, because it has no effect between two statements.
  private final class Interruption: Sendable {
    private let isOver = Mutex(false)

    init(of queue: GRDB.DatabaseQueue, by cancellation: Cancellation?) {
      guard let cancellation else { return }
      DispatchQueue.global().async { [self] in
        while !isOver.withLock({ $0 }) {
          // The lock prevents the queue from being closed before the interruption.
          isOver.withLock { if !$0, cancellation.isCancelled { queue.interrupt() } }
          Environment.pause(milliseconds: 10)
        }
      }
    }

    func end() { isOver.withLock { $0 = true } }
  }

  extension MigrationFailure {
    fileprivate init(
      _ identifier: String, _ error: any Error, journalMode: String?, isCancelled: Bool
    ) {
      guard let error = error as? GRDB.DatabaseError else {
        let isOurs = (error as? MigratorEngine.DatabaseError) != nil
        self.init(
          identifier: identifier, phase: .body, message: String(describing: error),
          isCancellation: isCancelled && (isOurs || error is CancellationError))
        return
      }
      let words = error.message ?? String(describing: error)
      // The message of GRDB's own check at the end of a migration.
      let isCheck =
        error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY
        && words.hasPrefix("FOREIGN KEY constraint violation")
      let isCommit = error.sql?.uppercased().hasPrefix("COMMIT") == true
      let isInDoubt =
        isCommit && journalMode != nil
        && MigratorEngine.ResultCode(rawValue: error.extendedResultCode.rawValue)
          .mayHaveCommitted(journalMode: journalMode)
      self.init(
        identifier: identifier, phase: isCheck ? .check : isCommit ? .commit : .body,
        message: words, extendedResultCode: error.extendedResultCode.rawValue,
        sql: isCheck ? nil : error.sql,
        databaseState: isInDoubt ? .unknown : .rolledBack,
        isCancellation: isCancelled && error.resultCode == .SQLITE_INTERRUPT)
    }
  }

  struct GRDBSteps: MigrationSteps {
    let migrations: GRDBMigrations
    let path: String
    let configuration: MigratorEngine.Configuration

    func step(
      expecting identifier: String, on condition: StepCondition, isFollowed: Bool,
      tracing: StatementTracing?, cancellation: Cancellation?, onEvent: (MigrationEvent) -> Void
    ) throws -> StepReport? {
      // Statements that a closure runs cannot be paused one by one.
      if tracing != nil { throw MigrationError(.cannotBeTraced(identifier: identifier)) }
      let (before, schema, target, journalMode) = try look { inspection in
        let report = try migrations.status(inspection)
        if let obstacle = report.obstacle { throw MigrationError(.obstacle(obstacle)) }
        let found = report.next?.identifier
        guard found == identifier else {
          throw MigrationError(.unexpectedNext(expected: identifier, found: found))
        }
        let state = try inspection.fingerprint()
        let schema = try inspection.userSchema(besides: GRDBMigrations.ledgerTables)
        // GRDB itself commits, and the step does not count losses, so the dry run's counts apply.
        // The database must be in the same state, as for a migration outside a transaction.
        guard condition.isMet(by: state) else { throw MigrationError(.databaseChanged) }
        return (
          state, schema, migrations.target(of: identifier, report),
          try inspection.facts().journalMode
        )
      }
      onEvent(.began(identifier: identifier, index: 0, count: 1, statements: 0))
      let (seconds, thrown) = try migrations.run(
        identifier, target: target, on: path, journalMode: journalMode, cancellation)
      // GRDB itself commits, so only the path can be compared.
      let failure =
        configuration.file?.displacement(isKept: thrown == nil).map {
          MigrationFailure(
            identifier: identifier, phase: .commit, message: DatabaseError($0).message ?? "",
            databaseState: thrown == nil ? .unknown : .rolledBack, displacement: $0)
        } ?? thrown
      // The result remains the same, even if the database cannot be inspected afterwards.
      var left: (state: DatabaseFingerprint, schema: SchemaSnapshot)?
      var warnings: [String] = []
      do {
        left = try look {
          (try $0.fingerprint(), try $0.userSchema(besides: GRDBMigrations.ledgerTables))
        }
      } catch {
        warnings = [
          "The database could not be read after the step: \(Explanation(error).sentence)"
        ]
      }
      onEvent(
        failure.map { MigrationEvent.failed($0) }
          ?? .committed(identifier: identifier, seconds: seconds))
      return StepReport(
        identifier: identifier, seconds: seconds, schemaBefore: schema,
        schemaAfter: failure == nil ? left?.schema ?? schema : schema,
        warnings: warnings, failure: failure, counting: .none, fingerprintBefore: before,
        fingerprint: failure?.databaseState == .unknown ? nil : left?.state)
    }

    private func look<T>(_ body: (DatabaseInspection) throws -> T) throws -> T {
      try DatabaseInspection.inspect(path: path, configuration: configuration, body)
    }
  }
#endif
