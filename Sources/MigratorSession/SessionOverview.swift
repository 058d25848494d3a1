public import MigratorEngine
public import MigratorSchema
package import MigratorSQLite

/// The state of the database and its migrations at one moment.
public struct SessionOverview: Sendable, Hashable {
  /// The facts that the title line shows.
  public let facts: DatabaseFacts
  /// Registered and applied migrations in one list.
  public let status: StatusReport
  /// The live schema.
  public let schema: SchemaSnapshot
  /// The fingerprint of the file.
  public let fingerprint: DatabaseFingerprint
  /// The registered migrations with their file contents.
  public let registered: [RegisteredMigration]
  /// Where the migrations come from.
  public internal(set) var origin = MigrationOrigin()
  /// Features that pending migrations need and this program's SQLite lacks.
  ///
  /// `nil` if they could not be determined.
  public internal(set) var missing: [MissingFeature]?
  /// The last failed migration whose statements were not all rolled back, if it is still not
  /// applied.
  ///
  /// It ran outside a transaction. The history records it.
  public internal(set) var leftover: HistoryEvent?
  /// True if dry runs can be traced statement by statement.
  public internal(set) var tracesStatements = true
  /// The dry run that may begin unasked, or `nil`.
  public internal(set) var rehearsal: Rehearsal?
  package internal(set) var file: DatabaseFile?

  /// Where a run of all pending migrations would stop early, or `nil`.
  public var stop: PredictedStop? { status.stop(lacking: missing ?? []) }

  /// Returns whether a migration is registered.
  ///
  /// A registered migration without a script is code.
  ///
  /// - Parameter identifier: The migration.
  /// - Returns: True if it is registered.
  /// - Complexity: O(*n*) for *n* migrations.
  public func isRegistered(_ identifier: String) -> Bool {
    registered.contains { $0.identifier == identifier }
  }

  /// Returns where a run of some pending migrations would stop early.
  ///
  /// - Parameter scope: The migrations to run.
  /// - Returns: The stop, if the run would reach it.
  public func stop(in scope: MigrationScope) -> PredictedStop? {
    guard let stop else { return nil }
    switch scope {
    case .next: return nil
    case .all: return stop
    case .upTo(let last):
      let order = registered.map(\.identifier)
      guard let target = order.firstIndex(of: last),
        let place = order.firstIndex(of: stop.identifier)
      else { return nil }
      return place <= target ? stop : nil
    }
  }

  /// Returns the obstacle that prevents a run of some migrations from beginning.
  ///
  /// That is an obstacle to the first migration, or an unusable file in the scope.
  ///
  /// - Parameter scope: The migrations to run.
  /// - Returns: The obstacle, or `nil`.
  public func obstacle(in scope: MigrationScope) -> StepObstacle? {
    status.obstacle ?? stop(in: scope)?.unusable
  }

  /// Throws if the scope contains an unusable file.
  func requireFiles(for scope: MigrationScope) throws {
    if let obstacle = obstacle(in: scope), obstacle.isOfFile {
      throw MigrationError(.obstacle(obstacle))
    }
  }

  /// Why nothing is pending, unless an obstacle is reported.
  public var standstill: NothingPendingReason {
    if !origin.isThere { return .noMigrations }
    return status.newer.isEmpty ? .complete : .superseded(status.newer)
  }
}

/// The reason why nothing is pending.
public enum NothingPendingReason: Sendable, Hashable {
  /// All registered migrations are applied.
  case complete
  /// No migrations were found, so the pending ones are unknown.
  case noMigrations
  /// All registered migrations are applied, and so are newer ones that are not registered.
  case superseded([String])
}

/// A dry run, with the migrations that were registered.
public struct SessionDryRun: Sendable, Hashable {
  /// The reports of the migrations.
  public let report: DryRunReport
  /// The migrations that it covered.
  public let scope: MigrationScope
  /// The registered migrations.
  public let registered: [RegisteredMigration]

  /// Returns whether a dry run would still give the same result.
  ///
  /// - Parameter overview: The current overview.
  /// - Returns: True if the file's state and the migrations are unchanged.
  public func isCurrent(_ overview: SessionOverview) -> Bool {
    report.fingerprint == overview.fingerprint && registered == overview.registered
  }

  /// The losses that must be accepted before the successful migrations are applied.
  public var agreements: [Agreement] {
    Agreement.needed(for: report.steps.filter { $0.failure == nil }, among: registered)
  }

  /// The digest of each successful migration, including those without losses.
  package var digests: [AgreementDigest] {
    let steps = report.steps.filter { $0.failure == nil }
    return AgreementDigest.all(
      of: steps.map { ($0.identifier, Losses(of: [$0])) }, among: registered)
  }

  /// Returns this dry run with the later results of an earlier one, if these still hold.
  ///
  /// They hold if the earlier run began with the same migrations on the same state.
  ///
  /// - Parameter earlier: The earlier dry run.
  /// - Returns: The dry run with all results.
  package func extended(by earlier: SessionDryRun?) -> SessionDryRun {
    guard let earlier, report.failure == nil, earlier.registered == registered,
      earlier.report.fingerprint == report.fingerprint,
      earlier.report.steps.count > report.steps.count,
      report.steps.map(\.identifier).elementsEqual(
        earlier.report.steps.prefix(report.steps.count).map(\.identifier))
    else { return self }
    let steps = report.steps + earlier.report.steps.dropFirst(report.steps.count)
    return SessionDryRun(
      report: report.replacing(steps, of: report.fingerprint), scope: earlier.scope,
      registered: registered)
  }

  /// Returns the results of the migrations after the first one, once that was applied.
  ///
  /// They ran on the state that the step was to produce, so they hold if it changed the schema in
  /// the same way, and if no other program wrote to the file since the dry run.
  ///
  /// - Parameter step: The report of the step.
  /// - Returns: The dry run of the remaining migrations, or `nil` if it does not hold.
  package func remaining(after step: StepReport) -> SessionDryRun? {
    guard step.failure == nil, let state = step.fingerprint,
      step.fingerprintBefore == report.fingerprint, report.steps.count > 1,
      let tried = report.steps.first, tried.identifier == step.identifier,
      tried.schemaAfter == step.schemaAfter
    else { return nil }
    return SessionDryRun(
      report: report.replacing(Array(report.steps.dropFirst()), of: state), scope: scope,
      registered: registered)
  }

  /// True if this dry run covers the given scope; any dry run with a step covers the next migration.
  func covers(_ wanted: MigrationScope) -> Bool {
    wanted == scope || (wanted == .next && !report.steps.isEmpty)
  }
}
