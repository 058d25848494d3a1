internal import MigratorSQLite

extension MigrationRun {
  /// Runs the statements in the transactions that they begin and end themselves, and the record
  /// in the last of them or afterwards.
  ///
  /// Foreign keys stay as the connection has them, unless the migration disables them: there is no
  /// transaction that a check at the end could take back.
  func runOutsideTransaction(enforced: Bool) throws {
    if enforced && migration.foreignKeyChecks == .disabled {
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
    }
    // The sign of the beginning is set under the lock under which the ledger is read: whoever comes
    // second sees it.
    var leavesSign = false
    try db.inTransaction(.immediate) {
      guard try admit() != nil else { return .rollback }
      try observeBefore()
      leavesSign = try ledger.begin(migration.identifier, db)
      return leavesSign ? .commit : .rollback
    }
    guard refusal == nil && !isAlreadyApplied else { return }
    hasBegun = leavesSign
    // Between its statements others may write.
    checks.forget()
    defer { checks.forget() }
    phase = .body
    do {
      if migration.transaction == .open {
        try db.beginTransaction(.immediate)
        // Where the ledger has no such sign, another process may have been faster.
        if try isRecorded() {
          try db.rollback()
          isAlreadyApplied = true
          return
        }
      }
      try runBody(merged: [])
      try endOpenTransaction()
    } catch {
      // What the body began and did not end is nobody's; the first error is the one to tell.
      try? db.rollback()
      noteFailure(error)
      throw error
    }
    phase = .ledger
    // The statements stay whatever happens, so cancelling must not keep their record out.
    try db.ignoringCancellation {
      try db.inTransaction(.immediate) {
        try record()
        try noteVersion()
        return .commit
      }
    }
    phase = .check
    try db.ignoringCancellation {
      try observeAfter()
      try checkForeignKeys(isVerdict: false)
    }
  }

  /// Ends the transaction in which a body of kind ``MigrationTransaction/open`` ended, together with
  /// the record.
  private func endOpenTransaction() throws {
    guard db.isInsideTransaction else { return }
    guard migration.transaction == .open else {
      try db.rollback()
      throw MigrationError(.leftTransactionOpen(identifier: migration.identifier))
    }
    phase = .ledger
    try record()
    try db.commit()
  }

  /// Records the migration, unless its own statements did.
  private func record() throws {
    try ledger.create(db)
    if try !isRecorded() {
      try ledger.record(migration.identifier, seconds: bodySeconds, db)
    }
  }

  private func isRecorded() throws -> Bool {
    try migrator.reading(db).appliedIdentifiers.contains(migration.identifier)
  }

  /// Leaves the sign of a failure that the tool of the ledger would leave.
  private func noteFailure(_ error: any Error) {
    guard stayingCount > 0 || hasBegun else { return }
    // The failure itself is what is thrown; without its sign it is still told.
    try? db.ignoringCancellation {
      try db.inTransaction(.immediate) {
        try ledger.fail(
          migration.identifier, message: message(of: error), ran: stayingCount, db)
        return .commit
      }
    }
  }
}
