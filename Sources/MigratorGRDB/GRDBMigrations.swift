#if GRDB
  public import GRDB
  public import MigratorEngine
  public import MigratorSession

  /// A GRDB migrator as the source and runner of a session.
  ///
  /// The console and the commands work on migrations that run in GRDB, on GRDB's connections.
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
  /// Dry runs work on a copy of the file. For each migration, another copy is made to compare the
  /// rows. ``differences`` lists the limitations compared to this package's own engine.
  public struct GRDBMigrations: MigrationSource, MigrationRunner {
    static let ledgerTables = ["grdb_migrations"]

    let migrator: GRDB.DatabaseMigrator
    let connections: GRDB.Configuration
    /// True if the app's migrator erases the database when the schema changes.
    private let erases: Bool

    /// Creates a source without opening a database.
    ///
    /// - Parameters:
    ///   - migrator: The app's migrator. `eraseDatabaseOnSchemaChange` is switched off: a step
    ///     never erases a database.
    ///   - configuration: How GRDB opens the database: the app's functions, collations and key. The
    ///     session uses its own configuration to read lists, schemas and violations.
    public init(
      _ migrator: GRDB.DatabaseMigrator, configuration: GRDB.Configuration = GRDB.Configuration()
    ) {
      var migrator = migrator
      erases = migrator.eraseDatabaseOnSchemaChange
      migrator.eraseDatabaseOnSchemaChange = false
      self.migrator = migrator
      connections = configuration
    }

    /// The limitations to show to the user, because GRDB runs the migrations.
    public var differences: [String] {
      Self.limitations
        + (erases ? ["migtui switches eraseDatabaseOnSchemaChange off"] : [])
    }

    private static let limitations = [
      "GRDB runs these migrations: migtui checks for changes by other programs right before a "
        + "step, but not while the step holds the write lock",
      "GRDB commits each migration itself, so a step that loses more than was accepted cannot be "
        + "rolled back; steps run only if the database is unchanged since the dry run",
      "migtui does not know the statements of a migration, its foreign-key mode or the migrations that it merges",
    ]

    /// `false`: GRDB itself commits.
    public var checksBeforeCommit: Bool { false }

    /// `false`: the statements that GRDB runs are not observed.
    public var tracesStatements: Bool { false }

    /// Returns the migrator, which runs its own migrations.
    public func load(for inspection: DatabaseInspection) -> LoadedMigrations {
      LoadedMigrations(
        runner: self,
        origin: MigrationOrigin(
          title: "from this program, run by GRDB", reason: "registered by this program with GRDB",
          notes: differences),
        // Matching the schema would require running the migrations in GRDB, so only a baseline is
        // offered.
        repairs: { [list] selected, inspection, cancellation in
          try LedgerRepairSearch.repairs(
            of: inspection, migrator: list, selected: selected, canReplay: false,
            cancellation: cancellation)
        })
    }

    /// The registered migrations, in order; GRDB does not expose their foreign-key modes.
    public var registeredMigrations: [RegisteredMigration] {
      migrator.migrations.map { RegisteredMigration(identifier: $0) }
    }

    /// A migrator with the same identifiers and empty bodies, only for the list.
    var list: MigratorEngine.DatabaseMigrator {
      var list = MigratorEngine.DatabaseMigrator()
      for identifier in migrator.migrations { list.registerMigration(identifier) { _ in } }
      return list
    }

    /// Combines the registered and the applied migrations.
    public func status(_ inspection: DatabaseInspection) throws -> StatusReport {
      let report = try inspection.status(of: list)
      let together = group(report)
      guard together.count > 1 else { return report.listed(obstacle: report.obstacle) }
      return report.listed(
        obstacle: StepObstacle(
          "GRDB runs \(together.joined(separator: ", ")) together, because they precede an "
            + "applied migration. They cannot be applied one at a time.",
          remedy: "Let the app run them."))
    }

    /// The migrations that GRDB would run to apply the next one.
    private func group(_ report: StatusReport) -> [String] {
      guard let next = report.next?.identifier else { return [] }
      let target = self.target(of: next, report)
      let order = migrator.migrations
      guard let end = order.firstIndex(of: target) else { return [] }
      let recorded = Set(report.recorded)
      return order[...end].filter { !recorded.contains($0) }
    }

    /// The target to pass to GRDB so that it runs a migration.
    ///
    /// GRDB refuses a target older than the last applied migration.
    func target(of identifier: String, _ report: StatusReport) -> String {
      let order = migrator.migrations
      let recorded = Set(report.recorded)
      let last = order.lastIndex { recorded.contains($0) }
      let own = order.firstIndex(of: identifier)
      return [last, own].compactMap { $0 }.max().map { order[$0] } ?? identifier
    }

    /// Returns none: GRDB cannot report missing features, and a migration that needs one fails on
    /// the copy.
    public func missingFeatures(
      _ inspection: DatabaseInspection, configuration: MigratorEngine.Configuration,
      cancellation: Cancellation?
    ) throws -> [MissingFeature] { [] }

    /// Begins a series of steps; GRDB opens the file for each step.
    public func steps(
      path: String, configuration: MigratorEngine.Configuration
    ) -> any MigrationSteps {
      GRDBSteps(migrations: self, path: path, configuration: configuration)
    }
  }

  extension StatusReport {
    /// A copy without foreign-key modes, which are unknown, and, if there is an obstacle, without a
    /// next migration.
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
