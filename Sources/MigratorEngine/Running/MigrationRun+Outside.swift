internal import MigratorSQLite

extension MigrationRun {
  /// Runs the statements one by one, each committed by itself, and the record afterwards.
  ///
  /// Foreign keys stay as the connection has them, unless the migration disables them: there is no
  /// transaction that a check at the end could take back.
  func runOutsideTransaction(enforced: Bool) throws {
    try db.inTransaction(.immediate) {
      if try admit() != nil { try observeBefore() }
      return .rollback
    }
    guard refusal == nil && !isAlreadyApplied else { return }
    // Between its statements others may write.
    checks.forget()
    defer { checks.forget() }
    if enforced && migration.foreignKeyChecks == .disabled {
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
    }
    phase = .body
    do {
      try runBody(merged: [])
    } catch {
      // What the body began and did not end is nobody's; the first error is the one to tell.
      try? db.rollback()
      throw error
    }
    guard !db.isInsideTransaction else {
      try db.rollback()
      throw MigrationError(.leftTransactionOpen(identifier: migration.identifier))
    }
    phase = .ledger
    // The statements stay whatever happens, so cancelling must not keep their record out.
    try db.ignoringCancellation {
      try db.inTransaction(.immediate) {
        try ledger.create(db)
        if try !ledger.appliedIdentifiers(db).contains(migration.identifier) {
          try ledger.insert(migration.identifier, db)
        }
        return .commit
      }
    }
    phase = .check
    try db.ignoringCancellation {
      try observeAfter()
      try checkForeignKeys(isVerdict: false)
    }
  }
}
