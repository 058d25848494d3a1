public import MigratorEngine

extension MigrationSession {
  /// The use of a dry run before a step.
  public enum DryRunPolicy: Sendable, Hashable {
    /// The migrations run on a copy; if no copy can be made, the step is refused.
    case required
    /// The migrations run on a copy, or the operator may accept a step without a dry run.
    case ifPossible
    /// The migrations do not run on a copy.
    case none
  }

  /// Prepares a step, with everything that the operator must see first.
  ///
  /// - Parameters:
  ///   - scope: The migrations to apply.
  ///   - known: An earlier dry run, which is reused if it is still current.
  ///   - rehearsal: The use of a dry run.
  ///   - cancellation: Stops the dry run.
  ///   - onEvent: Receives the events of the dry run, on the calling thread.
  /// - Returns: The prepared step, or the reason why there is none.
  /// - Throws: ``SessionRefusal``; `MigrationError` if the ledger or the next migration requires
  ///   its own tool, or if a required feature is missing; `DatabaseError`; an error of the source.
  public func prepareStep(
    _ scope: MigrationScope = .next, known: SessionDryRun? = nil,
    rehearsal: DryRunPolicy = .required,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> StepPreparation {
    try look { inspection, loaded in
      let overview = try overview(inspection, loaded)
      if let obstacle = overview.obstacle(in: scope) { throw MigrationError(.obstacle(obstacle)) }
      guard let next = overview.status.next else {
        return .nothingPending(overview, caution: overview.status.caution)
      }
      try requireWritable(overview.facts, loaded)
      try loaded.requireTrusted()
      let lacking =
        try overview.missing
        ?? loaded.runner.missingFeatures(
          inspection, configuration: configuration, cancellation: cancellation)
      let missing = lacking.filter { $0.identifier == next.identifier }
      guard missing.isEmpty else { throw MigrationError(.missing(missing)) }

      let plan = shelf.plan(before: .step(next.identifier), log.read().events)
      var dryRun: SessionDryRun?
      var copyFailure: MigrationError?
      do {
        dryRun = try self.dryRun(
          known, inspection, loaded.runner, scope, overview, rehearsal, cancellation, onEvent)
      } catch let error as MigrationError where rehearsal == .ifPossible && error.isOfCopy {
        copyFailure = error
      }
      guard let dryRun else {
        let pending = overview.pending(in: scope)
        return .ready(
          PreparedStep(
            overview: overview, migrations: pending, dryRun: nil, copyFailure: copyFailure,
            agreements: Agreement.unseen(pending.map(\.identifier), among: overview.registered),
            backups: plan, runner: loaded.runner))
      }
      let tried = scope == .next ? Array(dryRun.report.steps.prefix(1)) : dryRun.report.steps
      let good = tried.filter { $0.failure == nil }
      guard !good.isEmpty else {
        return tried.isEmpty
          ? .nothingPending(overview, caution: overview.status.caution)
          : .failed(overview, dryRun)
      }
      let names = Set(good.map(\.identifier))
      let prepared = PreparedStep(
        overview: overview,
        migrations: overview.status.migrations.filter { names.contains($0.identifier) },
        dryRun: dryRun,
        agreements: Agreement.needed(for: good, among: overview.registered),
        backups: plan, runner: loaded.runner)
      try requireSpace(for: prepared)
      return .ready(prepared)
    }
  }

  private func dryRun(
    _ known: SessionDryRun?, _ inspection: DatabaseInspection, _ runner: any MigrationRunner,
    _ scope: MigrationScope, _ overview: SessionOverview, _ rehearsal: DryRunPolicy,
    _ cancellation: Cancellation?, _ onEvent: (MigrationEvent) -> Void
  ) throws -> SessionDryRun? {
    if rehearsal == .none { return nil }
    if let known, known.isCurrent(overview), known.covers(scope) { return known }
    return try dryRun(inspection, runner, scope, cancellation: cancellation, onEvent: onEvent)
  }
}

extension StatusReport {
  /// The migrations that a run would apply, in order, up to the first that cannot be run here.
  package func pending(in scope: MigrationScope) -> [MigrationStatus] {
    due(in: scope).prefix { $0.obstacle == nil }.map { $0 }
  }

  /// The migrations in a scope, in order, including those that cannot be run here.
  fileprivate func due(in scope: MigrationScope) -> [MigrationStatus] {
    if scope == .next { return next.map { [$0] } ?? [] }
    var all = migrations[...]
    if case .upTo(let last) = scope {
      all = all.prefix { $0.identifier != last } + all.filter { $0.identifier == last }
    }
    return all.filter(\.state.isDue)
  }
}

extension SessionOverview {
  /// The migrations that a run would apply, in order, up to the point where it would stop.
  package func pending(in scope: MigrationScope) -> [MigrationStatus] {
    let stop = stop(in: scope)
    return status.pending(in: scope).prefix { $0.identifier != stop?.identifier }.map { $0 }
  }

  /// Returns the migrations in the scope of a dry run that the run did not reach, in order.
  ///
  /// - Parameter dryRun: A dry run of the state that this overview describes.
  /// - Returns: Their identifiers.
  public func untried(by dryRun: SessionDryRun) -> [String] {
    let tried = Set(dryRun.report.steps.map(\.identifier))
    return status.due(in: dryRun.scope).map(\.identifier).filter { !tried.contains($0) }
  }
}

extension MigrationError {
  /// True if the error only means that no copy could be made.
  fileprivate var isOfCopy: Bool {
    switch kind {
    case .notEnoughSpace, .file: true
    default: false
    }
  }
}
