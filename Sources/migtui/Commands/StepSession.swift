import MigrationConsole
import MigratorEngine

/// Steps of one run on the real file: rehearsed, backed up, applied.
struct StepSession {
  let database: String
  let source: MigrationSource
  let agreed: [String]
  let usesDryRun: Bool
  let keepsBackup: Bool
  /// Whether it looks again when another program changes the database between looking and stepping.
  ///
  /// Right only where all migrations are to be applied, whoever does it.
  let looksAgain: Bool

  /// The backup that was made, or `nil`.
  private(set) var backupPath: String?
  /// What the steps did.
  private(set) var steps: [StepReport] = []

  init(
    database: String, source: MigrationSource, agreed: [String], usesDryRun: Bool,
    keepsBackup: Bool, looksAgain: Bool
  ) {
    self.database = database
    self.source = source
    self.agreed = agreed
    self.usesDryRun = usesDryRun
    self.keepsBackup = keepsBackup
    self.looksAgain = looksAgain
  }

  /// Applies the next migration.
  ///
  /// - Returns: What it did, its failure included; `nil` when nothing is pending.
  /// - Throws: An error when nothing was changed.
  mutating func step() throws -> StepReport? {
    var patience = Patience()
    while true {
      do {
        return try attempt(&patience)
      } catch let error as MigrationError where looksAgain && error.isOfAnotherProgram {
        // What is pending now is rehearsed anew: nothing is stepped that was not looked at.
        if patience.isOver { throw error }
      }
    }
  }

  private mutating func attempt(_ patience: inout Patience) throws -> StepReport? {
    let (next, looked, isReadOnly) = try source.inspect {
      (try $0.status(of: source.migrator).next, try $0.fingerprint(), try $0.facts().isReadOnly)
    }
    guard let next else { return nil }
    patience.wait(for: next.identifier)
    if isReadOnly {
      throw BatchFailure(
        .noPermission, "You may read \(database), but not write it or its folder.",
        "Run as a user who may write both; `migtui dry-run` works as it is.")
    }
    try requireFeatures()
    // What was looked at, rehearsed and saved is what is stepped: one state from here on.
    var progress = Progress()
    let state = usesDryRun ? try rehearse(next) : looked
    if keepsBackup, backupPath == nil {
      backupPath = try backUp(before: next)
    }
    let queue = try DatabaseQueue(path: database, configuration: source.configuration)
    let result = Result {
      try source.migrator.step(
        queue, expecting: next.identifier, expectedFingerprint: state,
        cancellation: Interrupts.cancellation, onEvent: { progress.show($0) })
    }
    try queue.close()
    guard let report = try result.get() else { return nil }
    steps.append(report)
    return report
  }

  /// Refuses a migration that uses functions or modules which only its app has.
  private func requireFeatures() throws {
    let missing = try MissingFeature.search(
      path: database, migrator: source.migrator, onlyNext: true,
      configuration: source.configuration, cancellation: Interrupts.cancellation)
    guard missing.isEmpty else { throw MigrationError(.missing(missing)) }
  }

  private func backUp(before next: MigrationStatus) throws -> String {
    let engine = LiveConsoleEngine(databasePath: database, migrator: source.migrator)
    while true {
      let path = engine.backupPath(before: next.identifier)
      do {
        try DatabaseBackup.make(
          path: database, to: path, cancellation: Interrupts.cancellation)
        return path
      } catch
        where Self.meansTakenName(error) && engine.backupPath(before: next.identifier) != path
      {
        // Another process took the name meanwhile; there is another.
      }
    }
  }

  private static func meansTakenName(_ error: any Error) -> Bool {
    if case .file = (error as? MigrationError)?.kind { return true }
    return ResultCode.SQLITE_CANTOPEN ~= error
  }

  private func rehearse(_ next: MigrationStatus) throws -> DatabaseFingerprint {
    let report = try DryRun.run(
      path: database, migrator: source.migrator, scope: .next,
      configuration: source.configuration, cancellation: Interrupts.cancellation)
    if let failure = report.failure {
      throw BatchFailure(
        failure.isCancellation ? .interrupted : .migrationFailed,
        FailureText.lines(failure, on: "The copy").joined(separator: "\n"),
        "It failed on a copy; the database itself is unchanged.")
    }
    let losses = Losses(of: report.steps)
    if let phrase = losses.phrase, !agreed.contains(phrase) {
      throw BatchFailure(
        .found,
        "\(next.identifier) would lose data; nothing was changed.\n"
          + StepText.losses(losses).joined(separator: "\n"),
        "To agree, add --agree \"\(phrase)\".")
    }
    return report.fingerprint
  }

  var json: JSON {
    [
      "onCopy": false, "backup": .optional(backupPath),
      "steps": .array(steps.map(StepText.json)),
    ]
  }
}

/// How long one migration is waited for while other programs keep changing the database.
private struct Patience {
  private static let limit = Duration.seconds(10)
  private var identifier: String?
  private var start = ContinuousClock.now

  /// Whether it was waited long enough.
  var isOver: Bool { ContinuousClock.now - start >= Self.limit }

  /// Begins to wait, anew when it is another migration than before.
  mutating func wait(for identifier: String) {
    if identifier != self.identifier { start = .now }
    self.identifier = identifier
  }
}

extension MigrationError {
  /// Whether another program did something to the database between looking and stepping.
  fileprivate var isOfAnotherProgram: Bool {
    switch kind {
    case .databaseChanged, .unexpectedNext: true
    default: false
    }
  }
}
