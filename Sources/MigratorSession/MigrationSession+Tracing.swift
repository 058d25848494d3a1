public import MigratorEngine

extension MigrationSession {
  /// Runs one pending migration on a copy statement by statement; those before it run first.
  ///
  /// Somebody may hold it for as long as they like, so it never works on something that others wait for:
  /// of a database with a rollback journal a whole copy is made, unless the session's ``copyForm`` says
  /// otherwise. In WAL mode its overlay keeps the `-wal` file from being begun anew as long as it lives.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - cancellation: Ends it, also while it is held, as soon as `onPause` returns.
  ///   - onEvent: Receives the events, on the calling thread.
  ///   - onPause: Called before each statement, after the last, and when one failed, on the calling thread;
  ///     nothing goes on before it returns. What it throws ends the migration.
  ///   - onTrace: Receives what each statement did, on the calling thread.
  /// - Returns: What the migrations did, and what was there.
  /// - Throws: An error when no copy could be made, or nothing can be run.
  public func trace(
    _ identifier: String, cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in },
    onPause: @escaping (StatementPause) throws -> Void = { _ in },
    onTrace: @escaping (StatementTrace) -> Void
  ) throws -> (dryRun: SessionDryRun, overview: SessionOverview) {
    try look { inspection, loaded in
      let overview = try overview(inspection, loaded)
      return (
        try dryRun(
          inspection, loaded.runner, .upTo(identifier),
          form: copyForm ?? (overview.facts.journalMode == "wal" ? nil : .full),
          tracing: StatementTracing(of: identifier, onPause: onPause, onTrace: onTrace),
          cancellation: cancellation, onEvent: onEvent), overview
      )
    }
  }
}
