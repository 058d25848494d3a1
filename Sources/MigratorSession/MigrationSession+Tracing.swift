public import MigratorEngine

extension MigrationSession {
  /// Runs one pending migration on a copy statement by statement; those before it run first.
  ///
  /// The migration may be held between two statements for any time; by default that blocks no writer, see
  /// ``copyForm``. In WAL mode the `-wal` file cannot be reset as long as the trace lasts.
  ///
  /// - Parameters:
  ///   - tracing: The migration, and whom to tell of its statements; where it names none, of all that are
  ///     pending.
  ///   - cancellation: Ends it, also while it is held, as soon as that returns.
  ///   - onEvent: Receives the events, on the calling thread.
  /// - Returns: What the migrations did, and what was there.
  /// - Throws: An error when no copy could be made, or nothing can be run.
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
  /// What has to be run so that a migration runs; nothing goes up to one behind the last that is applied, so for
  /// a late one that is not the next, all are.
  fileprivate func scope(toTrace identifier: String?) -> MigrationScope {
    guard let identifier,
      let status = status.migrations.first(where: { $0.identifier == identifier })
    else { return identifier.map { .upTo($0) } ?? .all }
    if status.isNext { return .next }
    return status.state == .outOfOrder ? .all : .upTo(identifier)
  }
}
