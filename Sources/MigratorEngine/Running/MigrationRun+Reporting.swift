internal import MigratorSQLite
internal import MigratorSchema

extension MigrationRun {
  /// Notes the state before the body.
  func observeBefore() throws {
    guard request.wantsReport else { return }
    let start = ContinuousClock.now
    defer { lookingTime += ContinuousClock.now - start }
    schemaBefore = try migrator.userSchema(db)
    schemaAfter = schemaBefore
    bytesBefore = try db.byteCount()
    if migrator.enforcingTool != nil && migration.foreignKeyChecks != .immediate {
      deletingKeys = try DeletingKey.all(db)
    }
    guard request.observation == .rows else { return }
    if rowsBefore == nil { rowsBefore = try RowCensus(db, ledgers: ledger.tableNames) }
    if violationsBefore == nil { violationsBefore = try checks.takeCensus(db) }
  }

  /// Notes the state after the body.
  func observeAfter() throws {
    guard request.wantsReport else { return }
    let start = ContinuousClock.now
    defer { lookingTime += ContinuousClock.now - start }
    schemaAfter = try migrator.userSchema(db)
    guard request.observation == .rows, let counter else { return }
    let touched = Set(counter.tables.keys.map { $0.lowercased() }).union(sight.replacedTables)
    rowsAfter = try RowCensus(db, known: rowsBefore, touched: touched, ledgers: ledger.tableNames)
  }

  /// Builds the report of the run.
  func report(since start: ContinuousClock.Instant, failure: MigrationFailure?) -> StepReport {
    let hasFailed = failure != nil
    // Where a failure was rolled back, the state before is the state after.
    let keepsChanges = !hasFailed || failure?.databaseState != .asBefore
    var rows: [StepReport.TableRows] = []
    if let rowsBefore, let rowsAfter, let counter, keepsChanges {
      rows = rowsAfter.changes(
        since: rowsBefore, counts: counter.tables, replaced: sight.replacedTables,
        dropped: sight.droppedTables)
    }
    // A size that cannot be read is no reason to lose the report.
    let growth = keepsChanges ? ((try? db.byteCount()) ?? bytesBefore) - bytesBefore : 0
    return StepReport(
      identifier: migration.identifier,
      seconds: (ContinuousClock.now - start - lookingTime).seconds,
      statementCount: statementCount, schemaBefore: schemaBefore,
      schemaAfter: keepsChanges ? schemaAfter : schemaBefore, rows: rows,
      newViolations: newViolations, newViolationCount: newViolationCount ?? 0,
      oldViolationCount: oldViolationCount ?? 0,
      warnings: sight.warnings + (keepsChanges ? danglingWarnings + cascadeWarnings : []),
      failure: failure,
      fileGrowth: growth, counting: request.observation == .rows ? .counted : .none)
  }

  /// Rows that the tool itself would have deleted along with a dropped table.
  private var cascadeWarnings: [String] {
    guard let tool = migrator.enforcingTool else { return [] }
    return deletingKeys.filter { sight.droppedTables.contains($0.destination.lowercased()) }.map {
      "\(tool) runs this with foreign keys on: its DROP TABLE \($0.destination) would "
        + "\($0.action) the rows of \($0.origin) that refer to it. Here they are kept; "
        + "--foreign-keys immediate runs it as \(tool) does."
    }
  }

  /// Foreign keys that refer to a table which is not there any more.
  private var danglingWarnings: [String] {
    let before = Set(schemaBefore.danglingReferences)
    return schemaAfter.danglingReferences.filter { !before.contains($0) }.map {
      "A foreign key of \($0.table) refers to \($0.destination), which is not there: from now on "
        + "every write to \($0.table) fails while foreign keys are on."
    }
  }

  /// Turns an error into what the events, the dry run and the console say of it.
  func failure(of error: any Error) -> MigrationFailure {
    let script = error as? ScriptError
    let database = script?.underlying ?? error as? DatabaseError
    let isInterruption = database?.isInterruption ?? (error is CancellationError)
    return MigrationFailure(
      identifier: migration.identifier, phase: phase, message: message(of: error),
      extendedResultCode: database?.extendedResultCode.rawValue, statement: script?.statement,
      location: script?.location, violations: newViolations,
      databaseState: (stayingCount > 0 || hasBegun) && migration.runsOutsideTransaction
        ? .partlyApplied(statements: stayingCount) : .asBefore,
      newViolationCount: newViolationCount, oldViolationCount: oldViolationCount,
      isCancellation: isInterruption && (request.cancellation?.isCancelled ?? false))
  }

  func message(of error: any Error) -> String {
    let text =
      switch error {
      case let error as ScriptError: error.message
      case let error as DatabaseError: error.message ?? error.description
      default: String(describing: error)
      }
    guard phase == .check, let after = violationsAfter?.count, let old = oldViolationCount,
      after > 0
    else { return text }
    let violations = after == 1 ? "1 violation" : "\(after) violations"
    return "\(text) (\(violations), \(old) of them from before the migration)"
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
