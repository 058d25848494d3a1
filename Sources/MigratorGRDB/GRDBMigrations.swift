#if GRDB
  public import GRDB
  public import MigratorEngine
  public import MigratorSession

  /// A migrator of GRDB as the source and the runner of a session: the console and the commands over
  /// migrations that run in GRDB, on GRDB's connections.
  ///
  /// ```swift
  /// import MigratorCommands
  /// import MigratorGRDB
  ///
  /// @main struct ClubTool: MigratorTool {
  ///   static var migrator: GRDBMigrations { GRDBMigrations(AppDatabase.migrator) }
  /// }
  /// ```
  ///
  /// Dry runs work on a copy of the file, and on one more copy for each migration, with which the rows are
  /// compared. What cannot be as with this package's own engine is told in ``differences``.
  public struct GRDBMigrations: MigrationSource, MigrationRunner {
    /// The tables of GRDB's ledger.
    static let ledgerTables = ["grdb_migrations"]

    let migrator: GRDB.DatabaseMigrator
    let connections: GRDB.Configuration

    /// Creates a source; opens nothing.
    ///
    /// - Parameters:
    ///   - migrator: The app's migrator. Its `eraseDatabaseOnSchemaChange` is switched off: a step never
    ///     erases a database.
    ///   - configuration: How GRDB opens the database: the app's functions, collations and key. What the
    ///     session itself reads (lists, schemas, violations) is opened by the session's configuration.
    public init(
      _ migrator: GRDB.DatabaseMigrator, configuration: GRDB.Configuration = GRDB.Configuration()
    ) {
      var migrator = migrator
      migrator.eraseDatabaseOnSchemaChange = false
      self.migrator = migrator
      connections = configuration
    }

    /// What a person has to know, because GRDB runs the migrations.
    public static let differences = [
      "GRDB runs these migrations: whether the database is as it was shown is asked right before a step, "
        + "not under its write lock",
      "GRDB commits by itself, so nothing is rolled back because it lost more than was agreed to; a step runs "
        + "only where the database is in the very state in which it was tried",
      "statements inside a migration are not seen, nor are its modes of foreign keys and what it merges",
      "eraseDatabaseOnSchemaChange is switched off here",
    ]

    /// GRDB commits by itself.
    public var looksBeforeCommit: Bool { false }

    /// What GRDB runs is not seen.
    public var tracesStatements: Bool { false }

    /// Returns the migrator, which runs its own migrations.
    public func load(for inspection: DatabaseInspection) -> LoadedMigrations {
      LoadedMigrations(
        runner: self,
        origin: MigrationOrigin(
          title: "from this program, run by GRDB", reason: "registered by this program with GRDB",
          notes: Self.differences),
        // GRDB would have to run the migrations to learn what the schema shows: only a baseline is offered.
        repairs: { [list] selected, inspection, cancellation in
          try LedgerRepairSearch.repairs(
            of: inspection, migrator: list, selected: selected, canReplay: false,
            cancellation: cancellation)
        })
    }

    /// What is registered, in order; how it treats foreign keys is GRDB's secret.
    public var registeredMigrations: [RegisteredMigration] {
      migrator.migrations.map { RegisteredMigration(identifier: $0) }
    }

    /// A migrator of the same identifiers, for the list alone.
    var list: MigratorEngine.DatabaseMigrator {
      var list = MigratorEngine.DatabaseMigrator()
      for identifier in migrator.migrations { list.registerMigration(identifier) { _ in } }
      return list
    }

    /// Joins what is registered with what is applied.
    public func status(_ inspection: DatabaseInspection) throws -> StatusReport {
      let report = try inspection.status(of: list)
      let together = group(report)
      guard together.count > 1 else { return report.listed(obstacle: report.obstacle) }
      return report.listed(
        obstacle: StepObstacle(
          "GRDB runs \(together.joined(separator: ", ")) in one go, because they stand before a "
            + "migration that is applied; they cannot be stepped one by one.",
          remedy: "Let the app run them."))
    }

    /// The migrations that GRDB would run when it is asked for the next one.
    private func group(_ report: StatusReport) -> [String] {
      guard let next = report.next?.identifier else { return [] }
      let target = self.target(of: next, report)
      let order = migrator.migrations
      guard let end = order.firstIndex(of: target) else { return [] }
      let recorded = Set(report.recorded)
      return order[...end].filter { !recorded.contains($0) }
    }

    /// What GRDB has to be asked for so that a migration runs: it refuses a target before what is applied.
    func target(of identifier: String, _ report: StatusReport) -> String {
      let order = migrator.migrations
      let recorded = Set(report.recorded)
      let last = order.lastIndex { recorded.contains($0) }
      let own = order.firstIndex(of: identifier)
      return [last, own].compactMap { $0 }.max().map { order[$0] } ?? identifier
    }

    /// GRDB cannot be asked; a migration that needs something fails on the copy.
    public func missingFeatures(
      _ inspection: DatabaseInspection, configuration: MigratorEngine.Configuration,
      cancellation: Cancellation?
    ) throws -> [MissingFeature] { [] }

    /// Begins a series of steps; GRDB opens the file for each.
    public func steps(
      path: String, configuration: MigratorEngine.Configuration
    ) -> any MigrationSteps {
      GRDBSteps(migrations: self, path: path, configuration: configuration)
    }
  }

  extension StatusReport {
    /// The same without modes of foreign keys, which are not known; nothing is next before an obstacle.
    fileprivate func listed(obstacle: StepObstacle?) -> StatusReport {
      StatusReport(
        migrations: migrations.map { migration in
          MigrationStatus(
            identifier: migration.identifier, state: migration.state,
            isNext: migration.isNext && obstacle == nil, isCompleted: migration.isCompleted,
            appliedAt: migration.appliedAt, note: migration.note)
        }, ledgerName: ledgerName, ledgerExists: ledgerExists, obstacle: obstacle,
        caution: caution, newer: newer)
    }
  }
#endif
