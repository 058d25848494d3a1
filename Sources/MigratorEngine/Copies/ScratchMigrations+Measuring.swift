package import MigratorSQLite

extension ScratchMigrations {
  /// The cost of a statement, of Swift code, or of the transaction of a migration.
  package struct Cost: Sendable {
    /// The statement; `nil` for the transaction around the statements, and for Swift code.
    package let statement: ScriptStatement?
    /// The time in seconds.
    package let seconds: Double
    /// The work; for Swift code, the number of steps is accurate only to the thousand.
    package let work: StatementWork
  }

  /// Runs a migration and commits it, and measures its statements and the transaction around them.
  ///
  /// Unlike ``run(_:on:cancellation:)``, it does only what the tool itself would do.
  ///
  /// - Parameters:
  ///   - identifier: The migration.
  ///   - db: The scratch database, outside a transaction.
  ///   - deadline: The time at which the migration is stopped.
  ///   - cancellation: Stops the migration.
  /// - Returns: The costs, in the order of the statements; `nil` if the deadline stopped the
  ///   migration.
  /// - Throws: `ScriptError` or another error if the migration fails; SQLITE_INTERRUPT when
  ///   cancelled.
  package func measure(
    _ identifier: String, on db: Database, until deadline: ContinuousClock.Instant,
    cancellation: Cancellation? = nil
  ) throws -> [Cost]? {
    guard let migration = list[identifier] else { return [] }
    var costs: [Cost] = []
    let late = Cancellation()
    var kiloSteps = 0
    let monitor = ProgressMonitor(cancellation: late) {
      kiloSteps = $0
      if ContinuousClock.now > deadline || cancellation?.isCancelled == true { late.cancel() }
    }
    let start = ContinuousClock.now
    func measure(_ statement: ScriptStatement?, _ body: () throws -> StatementWork) throws {
      let start = ContinuousClock.now
      let work = try body()
      let seconds = (ContinuousClock.now - start).seconds
      costs.append(Cost(statement: statement, seconds: seconds, work: work))
    }
    do {
      try db.monitored(by: monitor) {
        try replay(migration, on: db, ending: .commit) {
          switch migration.body {
          case .script(let script):
            for statement in try script.statements() {
              try measure(statement) { try db.run(statement) }
            }
          case .code(let body):
            try measure(nil) {
              try db.throwingRecordedFailure { try body(db, []) }
              return StatementWork(steps: Int64(kiloSteps) * 1000)
            }
          case .unavailable(let obstacle): throw MigrationError(.obstacle(obstacle))
          }
        }
      }
    } catch {
      if db.isInsideTransaction { try? db.rollback() }
      try cancellation?.check()
      if late.isCancelled { return nil }
      throw error
    }
    let rest = (ContinuousClock.now - start).seconds - costs.reduce(0) { $0 + $1.seconds }
    return costs + [Cost(statement: nil, seconds: max(0, rest), work: StatementWork())]
  }
}
