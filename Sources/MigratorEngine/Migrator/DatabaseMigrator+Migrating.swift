public import MigratorSQLite

extension DatabaseMigrator {
  /// Applies all migrations that are not applied, each in a transaction of its own.
  ///
  /// Returns at once when none is registered. The first that fails is rolled back and stops the run;
  /// those before it stay applied. Two processes that migrate at once apply each migration once.
  ///
  /// - Parameter writer: The database.
  /// - Throws: The error of a migration as it was thrown; `DatabaseError`; ``MigrationError``.
  @_disfavoredOverload
  public func migrate(_ writer: any DatabaseWriter) throws {
    try migrate(writer, upTo: nil, onEvent: { _ in })
  }

  /// Applies migrations that are not applied, up to a target.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - targetIdentifier: The last migration to apply.
  /// - Throws: The error of a migration as it was thrown; `DatabaseError`; ``MigrationError``.
  @_disfavoredOverload
  public func migrate(_ writer: any DatabaseWriter, upTo targetIdentifier: String) throws {
    try migrate(writer, upTo: targetIdentifier, onEvent: { _ in })
  }

  /// Applies migrations that are not applied, and tells what happens.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - targetIdentifier: The last migration to apply, or `nil` for all.
  ///   - cancellation: Stops the run; the migration that runs is rolled back.
  ///   - onEvent: Receives the events, on the calling thread. It must not use the database.
  /// - Throws: The error of a migration as it was thrown; `DatabaseError`; ``MigrationError``.
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

  /// Does it all, inside an access.
  func migrate(
    _ db: Database, upTo targetIdentifier: String?, cancellation: Cancellation?,
    emit: @escaping (MigrationEvent) -> Void
  ) throws {
    // A target that does not exist must not cost the rows.
    _ = try plan(upTo: targetIdentifier, appliedIdentifiers: [])
    if list.migrations.isEmpty { return }
    if eraseDatabaseOnSchemaChange {
      try SchemaComparison(list: list, cancellation: cancellation).eraseIfChanged(db, emit: emit)
    }
    try MigrationSequence(list: list, db: db)
      .run(upTo: targetIdentifier, cancellation: cancellation, emit: emit)
  }

  /// Applies exactly one migration: the first that is not applied.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - expected: The migration that must be next once the write lock is held; otherwise nothing
  ///     is run.
  ///   - condition: What the step is held to; where the file is not as it has it, nothing is run.
  ///   - cancellation: Stops the migration, which is rolled back.
  ///   - observe: How closely to look; at changed rows where the condition is a dry run's.
  ///   - onEvent: Receives the events, on the calling thread. It must not use the database.
  /// - Returns: What the migration did, its failure included; `nil` when nothing is pending.
  /// - Throws: ``MigrationError`` when nothing was tried; `DatabaseError` when the ledger cannot be
  ///   read.
  public func step(
    _ writer: any DatabaseWriter, expecting expected: String? = nil,
    on condition: StepCondition = .none,
    cancellation: Cancellation? = nil, observe: Observation = .events,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> StepReport? {
    try step(
      writer, expecting: expected, on: condition, cancellation: cancellation, observe: observe,
      checks: CheckSession(), onEvent: onEvent)?.report
  }

  /// The same with what is known of the foreign keys from the step before, on the same connection, and
  /// with somebody who is told of the statements.
  ///
  /// Returns also what the next run can start from.
  func step(
    _ writer: any DatabaseWriter, expecting expected: String?, on condition: StepCondition,
    tracing: StatementTracing? = nil, cancellation: Cancellation?,
    observe: Observation = .events, checks: CheckSession, onEvent: (MigrationEvent) -> Void
  ) throws -> (report: StepReport, known: StepRequest.HandedOn)? {
    try validate()
    let tracing = expected.flatMap { tracing?.told(of: $0, on: nil) }
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

  /// Gives access to the connection, and tells a call from within an access from other misuse.
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
