public import MigratorEngine

/// What is known about a database and its migrations; it determines the next safe action.
///
/// The line above the console's keys, `status` and JSON are all derived from this value.
public enum Situation: Sendable, Hashable {
  /// Nothing is pending, and no problem is known.
  case complete
  /// Nothing is pending, but rows break a foreign key.
  case violated(rows: Int)
  /// No migrations were found.
  case noMigrations
  /// Nothing is pending, and the ledger has these migrations, which are newer than all known ones.
  case superseded([String])
  /// The file of a migration is unusable.
  case unusable(StepObstacle, migration: String?)
  /// The ledger prevents the next step.
  case blocked(StepObstacle)
  /// Migrations are pending, and no dry run of the current state is known.
  ///
  /// `canTryAll` is false if a later file is unusable, so only the first can be tried.
  case untried(first: String, count: Int, canTryAll: Bool)
  /// The next migration failed in a dry run.
  case failing(MigrationFailure)
  /// The next migration failed in a dry run, only because of rows that already broke a foreign key.
  case hindered(migration: String, oldViolations: Int)
  /// The next migration succeeded in a dry run and loses data.
  case losing(migration: String, Losses)
  /// The next migration succeeded in a dry run.
  ///
  /// `count` migrations in a row, starting with this one, succeeded without losing data.
  case tried(migration: String, count: Int)

  /// Derives the situation.
  ///
  /// - Parameters:
  ///   - overview: The state of the database and its migrations.
  ///   - dryRun: The last dry run, if there was one; it is ignored if the state has changed.
  ///   - violations: The number of rows that break a foreign key, if they were counted.
  /// - Complexity: O(*n*) for *n* migrations.
  public init(_ overview: SessionOverview, after dryRun: SessionDryRun? = nil, violations: Int = 0)
  {
    let status = overview.status
    if !overview.origin.isThere {
      self = .noMigrations
    } else if let obstacle = status.obstacle {
      self =
        obstacle.isOfFile ? .unusable(obstacle, migration: status.stoppedAt) : .blocked(obstacle)
    } else if let next = status.next {
      self = Self.pending(next.identifier, in: overview, dryRun)
    } else if let caution = status.caution {
      self = .blocked(caution)
    } else if case .superseded(let newer) = overview.standstill {
      self = .superseded(newer)
    } else {
      self = violations > 0 ? .violated(rows: violations) : .complete
    }
  }

  private static func pending(
    _ next: String, in overview: SessionOverview, _ dryRun: SessionDryRun?
  ) -> Situation {
    let report = dryRun.flatMap { $0.isCurrent(overview) ? $0.report : nil }
    guard let step = report?.steps.first(where: { $0.identifier == next }),
      step.failure?.isOfItsMoment != true
    else {
      return .untried(
        first: next, count: overview.status.migrations.count { $0.state.isDue },
        canTryAll: overview.obstacle(in: .all) == nil)
    }
    if let failure = step.failure {
      return failure.oldViolationCount.map { .hindered(migration: next, oldViolations: $0) }
        ?? .failing(failure)
    }
    let losses = Losses(of: [step])
    if losses.isDataLost { return .losing(migration: next, losses) }
    return .tried(
      migration: next,
      count: report?.steps.prefix { $0.failure == nil && !Losses(of: [$0]).isDataLost }.count ?? 1)
  }
}

extension StatusReport {
  /// The migration that causes the obstacle: a dirty or a changed one, or else the first that is
  /// not applied.
  package var stoppedAt: String? {
    guard let obstacle else { return nil }
    let dirty = migrations.first { $0.state == .dirty } ?? migrations.first { $0.state == .changed }
    let first = migrations.first(where: \.state.isDue)
    // For code and unusable files, the obstacle equals the note of the migration.
    return (first?.note == obstacle.description ? first : dirty ?? first)?.identifier
  }
}

extension MigrationFailure {
  /// True if the migration is not the cause: the run was stopped, or the database was locked.
  fileprivate var isOfItsMoment: Bool { isCancellation || isLock }

  /// The number of old violations, if the check failed only because of them.
  fileprivate var oldViolationCount: Int? {
    guard phase == .check, uncheckedKey == nil, let counts = violationCounts,
      counts.remaining > 0, counts.added == 0
    else { return nil }
    return counts.remaining
  }
}
