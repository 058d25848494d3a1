public import MigratorEngine
public import MigratorSchema
package import MigratorSQLite

/// What the screens show at once, of one moment.
public struct SessionOverview: Sendable, Hashable {
  /// The facts of the title line.
  public let facts: DatabaseFacts
  /// Registered and applied migrations in one list.
  public let status: StatusReport
  /// The live schema.
  public let schema: SchemaSnapshot
  /// The state of the file.
  public let fingerprint: DatabaseFingerprint
  /// What was registered, with the texts.
  public let registered: [RegisteredMigration]
  /// Where the migrations come from.
  public internal(set) var origin = MigrationOrigin()
  /// What the pending migrations use and this program's SQLite does not have; `nil` where nobody could
  /// look.
  public internal(set) var missing: [MissingFeature]?
  /// The migration that failed outside a transaction, left some of its statements and is not applied, as the
  /// history has it; `nil` where there is none.
  public internal(set) var leftover: HistoryEvent?
  /// Whether a dry run can be followed statement by statement.
  public internal(set) var tracesStatements = true
  /// The file that was looked at.
  package internal(set) var file: DatabaseFile?

  /// Where a run of all pending migrations would end before the last of them, or `nil`.
  public var stop: ForeseenStop? { status.stop(lacking: missing ?? []) }

  /// Whether a migration is registered: one without a text is code then, and otherwise nobody knows it.
  ///
  /// - Parameter identifier: The migration.
  /// - Returns: Whether it is.
  /// - Complexity: O(*n*) for *n* migrations.
  public func isRegistered(_ identifier: String) -> Bool {
    registered.contains { $0.identifier == identifier }
  }

  /// The same for a run of some of them.
  ///
  /// - Parameter scope: Which migrations.
  /// - Returns: The stop, where it is among them.
  public func stop(in scope: MigrationScope) -> ForeseenStop? {
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

  /// What lets no run of some of the migrations begin: what stands in the way of the first, or a file
  /// among them that cannot be used, so that not even those before it run.
  ///
  /// - Parameter scope: Which migrations.
  /// - Returns: The obstacle, or `nil`.
  public func obstacle(in scope: MigrationScope) -> StepObstacle? {
    status.obstacle ?? stop(in: scope)?.unusable
  }

  /// Makes sure that no file is unusable among those that a run of some of the migrations needs.
  func requireFiles(for scope: MigrationScope) throws {
    if let obstacle = obstacle(in: scope), obstacle.isOfFile {
      throw MigrationError(.obstacle(obstacle))
    }
  }

  /// Why there is nothing to step, where nothing stands in the way.
  public var standstill: Standstill {
    if !origin.isThere { return .noMigrations }
    return status.newer.isEmpty ? .complete : .superseded(status.newer)
  }
}

/// Why there is no migration to apply.
public enum Standstill: Sendable, Hashable {
  /// All that is registered is applied.
  case complete
  /// No migrations were found, so that nobody can tell what is pending.
  case noMigrations
  /// All that is registered is applied, and so are newer migrations that are not.
  case superseded([String])
}

/// A dry run, with the texts it ran and the state it ran on.
public struct SessionDryRun: Sendable, Hashable {
  /// What the migrations did to the copy.
  public let report: DryRunReport
  /// Which migrations it covered.
  public let scope: MigrationScope
  /// What was registered.
  public let registered: [RegisteredMigration]

  /// Whether it tells what would happen now: the same texts on the same state of the file.
  ///
  /// - Parameter overview: What is there now.
  /// - Returns: Whether it does.
  public func isCurrent(_ overview: SessionOverview) -> Bool {
    report.fingerprint == overview.fingerprint && registered == overview.registered
  }

  /// What has to be agreed to before the migrations that succeeded are applied to the real file.
  public var agreements: [Agreement] {
    Agreement.needed(for: report.steps.filter { $0.failure == nil }, among: registered)
  }

  /// Whether it covers what another scope asks for; its first step is always the next migration.
  func covers(_ wanted: MigrationScope) -> Bool {
    wanted == scope || (wanted == .next && !report.steps.isEmpty)
  }
}
