public import MigratorEngine
import MigratorPlatform

/// The engine of the console over a database file and a migrator.
///
/// Each look opens the file read-only and closes it again, so that the console holds no lock and no
/// `-wal` open while the operator reads.
public struct LiveConsoleEngine: ConsoleEngine {
  private let databasePath: String
  private let migrator: DatabaseMigrator
  private let configuration: Configuration
  private let repairSource: RepairSource?

  /// Finds the repairs of the ledger that make sense; `selected` is the migration in view.
  public typealias RepairSource =
    @Sendable (_ selected: String?, _ cancellation: Cancellation) throws -> [LedgerRepair]

  /// How a file is opened for a step by default: waits up to five seconds for programs that read or
  /// write it, as a commit needs the file for itself.
  public static var patientConfiguration: Configuration {
    var configuration = Configuration(purpose: .migrate)
    configuration.busyMode = .timeout(5)
    return configuration
  }

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - databasePath: The path of the database.
  ///   - migrator: The registered migrations.
  ///   - configuration: How the real file is opened for a step: functions and collations that the
  ///     migrations need, the busy mode.
  ///   - repairs: Finds repairs of the ledger, or `nil` when none are offered.
  public init(
    databasePath: String, migrator: DatabaseMigrator,
    configuration: Configuration = LiveConsoleEngine.patientConfiguration,
    repairs: RepairSource? = nil
  ) {
    repairSource = repairs
    self.databasePath = databasePath
    self.migrator = migrator
    self.configuration = configuration
  }

  /// Reads facts, status and schema.
  ///
  /// - Returns: The overview.
  /// - Throws: `DatabaseError` or an opening failure.
  public func overview() throws -> ConsoleOverview {
    try inspect {
      ConsoleOverview(
        facts: try $0.facts(), status: try $0.status(of: migrator), schema: try $0.schema())
    }
  }

  /// Replays the applied migrations and compares.
  ///
  /// - Parameter cancellation: Stops the replay.
  /// - Returns: The drift, or why it cannot be told.
  /// - Throws: `DatabaseError`.
  public func drift(cancellation: Cancellation) throws -> SchemaDrift.Result {
    try SchemaDrift.diff(
      path: databasePath, migrator: migrator, configuration: configuration,
      cancellation: cancellation)
  }

  /// Searches violations table by table.
  ///
  /// - Parameters:
  ///   - cancellation: Stops the search.
  ///   - onViolation: Receives each violation; returns `false` to stop.
  ///   - onTable: Receives the table about to be searched.
  /// - Throws: `DatabaseError`.
  public func searchViolations(
    cancellation: Cancellation, onViolation: (ViolationDetail) -> Bool,
    onTable: (String, Int, Int) -> Void
  ) throws {
    try inspect {
      try $0.violations(
        cancellation: cancellation, onViolation: onViolation, onProgress: onTable)
    }
  }

  /// Executes pending migrations on a copy.
  ///
  /// - Parameters:
  ///   - scope: The next migration or all of them.
  ///   - cancellation: Stops the run.
  ///   - onEvent: Receives what happens.
  /// - Returns: What the migrations did to the copy.
  /// - Throws: An error when no copy could be made.
  public func dryRun(
    _ scope: RunScope, cancellation: Cancellation, onEvent: (MigrationEvent) -> Void
  ) throws -> DryRunReport {
    try DryRun.run(
      path: databasePath, migrator: migrator, scope: scope == .next ? .next : .all,
      configuration: configuration, cancellation: cancellation, onEvent: onEvent)
  }

  /// The present state of the file.
  ///
  /// - Returns: The fingerprint.
  /// - Throws: `DatabaseError`.
  public func fingerprint() throws -> DatabaseFingerprint {
    try inspect { try $0.fingerprint() }
  }

  /// Makes the backup, then applies one migration to the real file.
  ///
  /// - Parameters:
  ///   - request: What the operator confirmed.
  ///   - cancellation: Rolls the migration back.
  ///   - onEvent: Receives what happens.
  /// - Returns: What the migration did, or its failure.
  /// - Throws: An error when nothing was begun.
  public func step(
    _ request: StepRequest, cancellation: Cancellation, onEvent: (MigrationEvent) -> Void
  ) throws -> StepReport {
    let missing = try MissingFeature.search(
      path: databasePath, migrator: migrator, onlyNext: true, configuration: configuration,
      cancellation: cancellation)
    guard missing.isEmpty else { throw MigrationError(.missing(missing)) }
    if let backupPath = request.backupPath {
      try DatabaseBackup.make(
        path: databasePath, to: backupPath, cancellation: cancellation, onEvent: onEvent)
    }
    let queue = try DatabaseQueue(path: databasePath, configuration: configuration)
    let result = Result {
      try migrator.step(
        queue, expecting: request.identifier, expectedFingerprint: request.fingerprint,
        cancellation: cancellation, onEvent: onEvent)
    }
    try queue.close()
    guard let report = try result.get() else {
      throw WorkFailure(
        message: "Nothing was pending any more: another process applied it.",
        isCancellation: false)
    }
    return report
  }

  /// Looks for repairs of the ledger.
  ///
  /// - Parameters:
  ///   - selected: The migration in view.
  ///   - cancellation: Stops the search.
  /// - Returns: The repairs that make sense.
  /// - Throws: `DatabaseError`.
  public func repairs(selected: String?, cancellation: Cancellation) throws -> RepairOffers {
    let fingerprint = try fingerprint()
    return RepairOffers(
      repairs: try repairSource?(selected, cancellation) ?? [], fingerprint: fingerprint,
      backupPath: backupPath(before: "repair"))
  }

  /// Makes the backup, then runs a repair on the real file.
  ///
  /// - Parameter request: What the operator confirmed.
  /// - Throws: An error when nothing was changed.
  public func repair(_ request: RepairRequest) throws {
    if let path = request.backupPath { try DatabaseBackup.make(path: databasePath, to: path) }
    let queue = try DatabaseQueue(path: databasePath, configuration: configuration)
    let result = Result {
      try request.repair.apply(queue, expectedFingerprint: request.fingerprint)
    }
    try queue.close()
    try result.get()
  }

  /// A path beside the database at which no file stands.
  ///
  /// - Parameter identifier: The migration that is about to be applied.
  /// - Returns: The path.
  public func backupPath(before identifier: String) -> String {
    let safe = identifier.map { character -> Character in
      character.isLetter || character.isNumber || "-_.".contains(character) ? character : "-"
    }
    let base = "\(databasePath).before-\(String(safe.prefix(60)))"
    var path = base
    var number = 2
    while access(path, F_OK) == 0 {
      path = "\(base)-\(number)"
      number += 1
    }
    return path
  }

  private func inspect<T>(_ body: (DatabaseInspection) throws -> T) throws -> T {
    let inspection = try DatabaseInspection(path: databasePath, configuration: configuration)
    let result = Result { try body(inspection) }
    try inspection.close()
    return try result.get()
  }
}
