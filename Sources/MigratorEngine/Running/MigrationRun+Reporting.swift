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
    guard request.observation == .rows else { return }
    let touched = trace?.touchedTables ?? []
    rowsAfter = try RowCensus(db, known: rowsBefore, touched: touched, ledgers: ledger.tableNames)
  }

  /// Builds the report of the run.
  func report(since start: ContinuousClock.Instant, failure: MigrationFailure?) -> StepReport {
    let hasFailed = failure != nil
    // Where a failure was rolled back, the state before is the state after.
    let keepsChanges = !hasFailed || failure?.databaseState != .asBefore
    var rows: [StepReport.TableRows] = []
    let events = keepsChanges ? trace?.events ?? [] : []
    if let rowsBefore, let rowsAfter, keepsChanges {
      rows = rowsAfter.changes(
        since: rowsBefore, counts: trace?.rows ?? [:],
        lineage: SchemaLineage(of: schemaBefore, events: events))
    }
    // A size that cannot be read is no reason to lose the report.
    let growth = keepsChanges ? ((try? db.byteCount()) ?? bytesBefore) - bytesBefore : 0
    return StepReport(
      identifier: migration.identifier,
      seconds: (ContinuousClock.now - start - lookingTime).seconds,
      statementCount: statementCount, schemaBefore: schemaBefore,
      schemaAfter: keepsChanges ? schemaAfter : schemaBefore, schemaEvents: events, rows: rows,
      newViolations: newViolations,
      violations: reportedViolationCounts(keepsChanges: keepsChanges),
      warnings: statementGuard.warnings + (keepsChanges ? danglingWarnings + cascadeWarnings : []),
      failure: failure,
      fileGrowth: growth, counting: request.observation == .rows ? .counted : .none,
      fingerprint: hasFailed ? nil : stateAfter())
  }

  /// Notes the state that a commit begins from, while the write lock is held.
  func noteVersion() throws {
    if request.wantsReport { versionAtCommit = try db.integerPragma("data_version") }
  }

  /// The state in which the commit left the file.
  ///
  /// It can be read only after the commit, which lets the lock go. It is read under the lock taken
  /// anew, and that nobody came in between is told by
  /// > The integer values returned by two invocations of "PRAGMA data_version" from the same
  /// > connection will be different if changes were committed to the database by any other
  /// > connection in the interim.
  /// <https://www.sqlite.org/pragma.html#pragma_data_version>. Without the lock a snapshot that is
  /// still being read would hide them.
  private func stateAfter() -> DatabaseFingerprint? {
    guard let versionAtCommit else { return nil }
    var state: DatabaseFingerprint?
    // A state that cannot be read is not known.
    try? db.ignoringCancellation {
      try db.inTransaction(.immediate) {
        if try db.integerPragma("data_version") == versionAtCommit {
          state = try DatabaseFingerprint(of: db)
        }
        return .rollback
      }
    }
    return state
  }

  /// Rows that the tool itself would have deleted along with a dropped table.
  private var cascadeWarnings: [String] {
    guard let tool = migrator.enforcingTool else { return [] }
    let dropped = trace?.enforcedDrops ?? []
    return deletingKeys.filter { dropped.contains(SQLName($0.destination)) }.map {
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
      violationCounts: violationCounts,
      isCancellation: isInterruption && (request.cancellation?.isCancelled ?? false))
  }

  func message(of error: any Error) -> String {
    switch error {
    case let error as ScriptError: error.message
    case let error as DatabaseError: error.message ?? error.description
    default: String(describing: error)
    }
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
