internal import MigratorEngine
internal import MigratorPlatform

/// Runs migrations up, down and up on a copy.
///
/// For each migration with a down script there are two steps. The first runs up and down, so that
/// its report is the net difference. The second runs up, and the next migration follows. Migrations
/// without a down script run up.
struct DownTrial {
  /// A migration that succeeded in the dry run.
  struct Item {
    let registered: RegisteredMigration
    let script: SQLScript
    /// The down script, or `nil` if there is none that can be tried.
    let down: SQLScript?
    /// The report of the dry run.
    let report: StepReport
  }

  /// A difference, with the file to fix.
  struct Finding: Hashable {
    let migration: String
    let difference: DownDifference
    let file: String
  }

  private enum Pass: Hashable {
    case upAndDown, up
  }

  private struct Failed: Error {
    let message: String
    let location: ScriptLocation?
  }

  /// The most migrations whose failure makes the run begin again without their down script.
  private static let failureLimit = 10

  private let items: [Item]
  private let acceptsStrings: Bool
  private let policy: ForeignKeyPolicy

  /// Creates a trial; `nil` if no migration of the dry run has a down script.
  init?(_ dryRun: SessionDryRun, _ loaded: LoadedMigrations) {
    guard let migrator = loaded.runner as? DatabaseMigrator else { return nil }
    let registered = Dictionary(dryRun.registered.map { ($0.identifier, $0) }) { first, _ in first }
    var items: [Item] = []
    for report in dryRun.report.steps where report.failure == nil {
      // Without this migration, the later ones would run on another schema.
      guard let migration = registered[report.identifier], let script = migration.script,
        migration.transaction == .whole
      else { break }
      items.append(
        Item(
          registered: migration, script: script, down: loaded.down(report.identifier),
          report: report))
    }
    guard items.contains(where: { $0.down != nil }) else { return nil }
    self.items = items
    acceptsStrings = migrator.acceptsDoubleQuotedStringLiterals
    policy = migrator.foreignKeyPolicy
  }

  /// Runs the trial.
  ///
  /// - Throws: SQLITE_INTERRUPT when canceled; an error if no copy could be made.
  func run(
    on inspection: DatabaseInspection, form: CopyKind?, configuration: Configuration,
    cancellation: Cancellation?
  ) throws -> [Finding] {
    var findings: [String: [DownDifference]] = [:]
    var skipped: Set<String> = []
    while skipped.count <= Self.failureLimit {
      let failures = Mutex<[String: DownDifference]>([:])
      let steps = steps(without: skipped)
      let report = try DryRun.run(
        on: inspection, migrator: migrator(steps, failures), scope: .all, form: form,
        configuration: configuration, cancellation: cancellation)
      if report.failure?.isCancellation == true { throw CancellationError() }
      findings = findings.filter { skipped.contains($0.key) }
      for (step, report) in zip(steps, report.steps) {
        let name = step.item.registered.identifier
        if let known = findings[name], known.contains(where: \.isOfSchema) {
          // A second up that fails is a consequence.
          continue
        }
        let found = difference(step, report, failures.withLock { $0[name] })
        if !found.isEmpty { findings[name, default: []] += found }
      }
      guard report.failure != nil, report.steps.count <= steps.count, !report.steps.isEmpty
      else { break }
      let last = steps[report.steps.count - 1].item
      // An up that fails by itself would fail again.
      guard last.down != nil, skipped.insert(last.registered.identifier).inserted else { break }
    }
    return items.flatMap { item in
      let name = item.registered.identifier
      return (findings[name] ?? []).map { difference in
        Finding(
          migration: name, difference: difference,
          file: difference.location?.file ?? item.down?.file ?? item.script.file)
      }
    }
  }

  private func steps(without skipped: Set<String>) -> [(item: Item, pass: Pass)] {
    items.flatMap { item -> [(item: Item, pass: Pass)] in
      item.down == nil || skipped.contains(item.registered.identifier)
        ? [(item, .up)] : [(item, .upAndDown), (item, .up)]
    }
  }

  private func migrator(
    _ steps: [(item: Item, pass: Pass)], _ failures: Mutex<[String: DownDifference]>
  ) -> DatabaseMigrator {
    // The ledger of the tool remains as it is: its rows do not matter for the statements.
    var migrator = DatabaseMigrator()
    migrator.acceptsDoubleQuotedStringLiterals = acceptsStrings
    migrator.foreignKeyPolicy = policy
    for (item, pass) in steps {
      let name = item.registered.identifier
      let checks = item.registered.foreignKeyChecks
      let script = item.script
      guard pass == .upAndDown, let down = item.down else {
        migrator.registerMigration(name, foreignKeyChecks: checks, script: script)
        continue
      }
      migrator.registerMigration("\(name) up, down", foreignKeyChecks: checks) { db in
        do {
          try db.inSavepoint {
            // It succeeded in the dry run; if it fails now, the second step shows why.
            try Self.run(script, db)
            do {
              try Self.run(down, db)
            } catch let failed as Failed {
              failures.withLock {
                $0[name] = .failure(message: failed.message, failed.location)
              }
              return .rollback
            }
            return .commit
          }
        } catch is Failed {}
      }
    }
    return migrator
  }

  private static func run(_ script: SQLScript, _ db: Database) throws {
    for statement in try script.statements() {
      do {
        try db.execute(sql: statement.sql)
      } catch let error as DatabaseError where error.resultCode != .SQLITE_INTERRUPT {
        throw Failed(
          message: error.message ?? "SQLite error \(error.resultCode.rawValue)",
          location: statement.location(at: error.offset ?? 0))
      }
    }
  }

  private func difference(
    _ step: (item: Item, pass: Pass), _ report: StepReport, _ failure: DownDifference?
  ) -> [DownDifference] {
    let item = step.item
    guard step.pass == .upAndDown else {
      guard item.down != nil else { return [] }
      if let failed = report.failure {
        return failed.isDiskError
          ? [] : [.secondFailure(message: failed.message, failed.fixLocation)]
      }
      let lines = Self.lines(
        SchemaDiff(before: item.report.schemaAfter, after: report.schemaAfter))
      return lines.isEmpty ? [] : [.secondSchema(lines: lines)]
    }
    if let failure { return [failure] }
    if let failed = report.failure {
      // The foreign keys are checked at the end.
      return failed.isDiskError ? [] : [.failure(message: failed.message, nil)]
    }
    let lines = Self.lines(SchemaDiff(before: report.schemaBefore, after: report.schemaAfter))
    if !lines.isEmpty { return [.schema(lines: lines)] }
    let own = Losses(of: [item.report])
    let tables = Set(own.list(of: .data).compactMap(\.facts.table).map(SQLName.init(_:)))
    let new = Losses(
      Losses(of: [report]).list(of: .data).filter { loss in
        loss.facts.table.map { !tables.contains(SQLName($0)) } ?? false
      })
    return new.isDataLost ? [.losses(new)] : []
  }

  /// The differences, unless they are only in the text.
  private static func lines(_ diff: SchemaDiff) -> [String] {
    diff.isTextOnly ? [] : diff.summaryLines
  }
}
