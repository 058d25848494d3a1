public import MigratorSQLite

extension DatabaseMigrator {
  /// Applies all pending migrations, each in its own transaction.
  ///
  /// Returns immediately when none is registered. Stops at the first failure, which is rolled back;
  /// earlier migrations remain applied. If two processes migrate at the same time, each migration
  /// is applied once.
  ///
  /// - Parameter writer: The database.
  /// - Throws: The error of a migration, unchanged; `DatabaseError`; ``MigrationError``.
  @_disfavoredOverload
  public func migrate(_ writer: any DatabaseWriter) throws {
    try migrate(writer, upTo: nil, onEvent: { _ in })
  }

  /// Applies pending migrations up to a target.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - targetIdentifier: The last migration to apply.
  /// - Throws: The error of a migration, unchanged; `DatabaseError`; ``MigrationError``.
  @_disfavoredOverload
  public func migrate(_ writer: any DatabaseWriter, upTo targetIdentifier: String) throws {
    try migrate(writer, upTo: targetIdentifier, onEvent: { _ in })
  }

  /// Applies pending migrations and reports events.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - targetIdentifier: The last migration to apply, or `nil` for all.
  ///   - cancellation: Stops the run and rolls back the running migration.
  ///   - onEvent: Receives the events on the calling thread. It must not use the database.
  /// - Throws: The error of a migration, unchanged; `DatabaseError`; ``MigrationError``.
  public func migrate(
    _ writer: any DatabaseWriter, upTo targetIdentifier: String?,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void
  ) throws {
    try validate()
    if list.migrations.isEmpty { return }
    try withoutActuallyEscaping(onEvent) { emit in
      try access(writer) { db in
        try migrate(db, upTo: targetIdentifier, cancellation: cancellation, emit: emit)
      }
    }
  }

  func migrate(
    _ db: Database, upTo targetIdentifier: String?, cancellation: Cancellation?,
    emit: @escaping (MigrationEvent) -> Void
  ) throws {
    // Check the target before anything can be erased.
    _ = try plan(upTo: targetIdentifier, appliedIdentifiers: [])
    if list.migrations.isEmpty { return }
    if eraseDatabaseOnSchemaChange {
      try SchemaComparison(list: list, cancellation: cancellation).eraseIfChanged(db, emit: emit)
    }
    try MigrationSequence(list: list, db: db)
      .run(upTo: targetIdentifier, cancellation: cancellation, emit: emit)
  }

  /// Applies exactly one migration: the first pending one.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - expected: The migration that must be next once the write lock is held; otherwise nothing
  ///     runs.
  ///   - condition: The required state of the file and the accepted losses. If the state differs,
  ///     nothing runs.
  ///   - cancellation: Stops the migration and rolls it back.
  ///   - observe: The level of observation; changed rows are observed if the condition is a dry
  ///     run.
  ///   - onEvent: Receives the events on the calling thread. It must not use the database.
  /// - Returns: The report, including a failure; `nil` when nothing is pending.
  /// - Throws: ``MigrationError`` when nothing was attempted; `DatabaseError` when the ledger
  ///   cannot be read.
  public func step(
    _ writer: any DatabaseWriter, expecting expected: String? = nil,
    on condition: StepCondition = .none,
    cancellation: Cancellation? = nil, observe: Observation = .events,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> StepReport? {
    try step(
      writer, expecting: expected, on: condition, cancellation: cancellation, observe: observe,
      checks: ForeignKeyCheckSession(), onEvent: onEvent)?.report
  }

  /// Applies one migration with the foreign-key checks of the previous step on this connection, and
  /// with statement tracing.
  ///
  /// Also returns the state that the next run can reuse.
  func step(
    _ writer: any DatabaseWriter, expecting expected: String?, on condition: StepCondition,
    tracing: StatementTracing? = nil, cancellation: Cancellation?,
    observe: Observation = .events, checks: ForeignKeyCheckSession,
    onEvent: (MigrationEvent) -> Void
  ) throws -> (report: StepReport, known: StepRequest.CarriedState)? {
    try validate()
    let tracing = expected.flatMap { tracing?.scoped(to: $0, on: nil) }
    if tracing != nil, let expected, list[expected]?.runsOutsideTransaction == true {
      throw MigrationError(.cannotBeHeld(identifier: expected))
    }
    return try withoutActuallyEscaping(onEvent) { emit in
      try access(writer) { db in
        var request = StepRequest(emit: emit, cancellation: cancellation, condition: condition)
        request.tracing = tracing
        request.observation =
          condition.report == nil && tracing == nil ? observe : .changedRows
        return try MigrationSequence(list: list, db: db, checks: checks)
          .runNext(expecting: expected, request)
      }
    }
  }

  /// Accesses the connection, and distinguishes a reentrant call from other misuse.
  func access<T>(_ writer: any DatabaseWriter, _ body: (Database) throws -> T) throws -> T {
    var hasEntered = false
    do {
      return try writer.barrierWriteWithoutTransaction { db in
        hasEntered = true
        return try db.waitingForLocks { try body(db) }
      }
    } catch let error as DatabaseError
      where !hasEntered && error.message == "Database methods are not reentrant."
    {
      throw MigrationError(.reentrant)
    }
  }
}
