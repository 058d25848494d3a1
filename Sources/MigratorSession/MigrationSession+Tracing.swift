public import MigratorEngine

extension MigrationSession {
  /// Runs one pending migration on a copy, statement by statement, after the pending ones that
  /// precede it.
  ///
  /// The migration may pause between two statements for any length of time. By default, this does
  /// not block writers; see ``copyForm``. In WAL mode, the `-wal` file cannot be reset during the
  /// trace.
  ///
  /// - Parameters:
  ///   - tracing: Receives the statements of one migration, or of all pending ones if it names
  ///     none.
  ///   - cancellation: Stops the run; a pause must end first.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: The dry run, and an overview of the database before it.
  /// - Throws: An error if no copy could be made, or if nothing can be run.
  public func trace(
    _ tracing: StatementTracing, cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> (dryRun: SessionDryRun, overview: SessionOverview) {
    try look { inspection, loaded in
      let overview = try overview(inspection, loaded)
      let scope = overview.scope(toTrace: tracing.identifier)
      try overview.requireFiles(for: scope)
      return (
        try dryRun(
          inspection, loaded.runner, scope, tracing: tracing, cancellation: cancellation,
          onEvent: onEvent), overview
      )
    }
  }
}

extension SessionOverview {
  /// The scope that includes a migration.
  ///
  /// `.upTo` does not reach an out-of-order migration, so one that is not next requires `.all`.
  fileprivate func scope(toTrace identifier: String?) -> MigrationScope {
    guard let identifier,
      let status = status.migrations.first(where: { $0.identifier == identifier })
    else { return identifier.map { .upTo($0) } ?? .all }
    if status.isNext { return .next }
    return status.state == .outOfOrder ? .all : .upTo(identifier)
  }
}
