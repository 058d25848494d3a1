internal import MigratorSQLite

/// Whether what has a ledger's name can be written as one.
extension Ledger {
  /// Notes where another object has the name of a table, so that nobody can tell what is applied, and where a
  /// table would not take the record of a migration; the words are those of the step that would fail.
  ///
  /// Nothing is run. What rows alone decide, such as a CHECK or a trigger, is seen by the step.
  func look(
    whetherItTakes identifier: String?, holding rows: LedgerRows, into state: inout LedgerState,
    _ db: Database
  ) throws {
    let reason: String
    if let standIn = try standIn(notIn: rows, db) {
      reason = standIn
      state.exists = true
      state.isReadable = false
      state.records = []
      state.obstacle = nil
    } else if let identifier, let refused = try refusal(of: identifier, holding: rows, db) {
      reason = refused
    } else {
      return
    }
    state.takesRecords = false
    // What the ledger itself says of its records is more than what SQLite says of a statement.
    if state.obstacle != nil { return }
    let error = MigrationError(.ledgerRefuses(ledger: name, reason: reason))
    state.obstacle = StepObstacle(error.message, remedy: "\(error.remedy)")
  }

  /// What stands in the place of a table that is missing.
  private func standIn(notIn rows: LedgerRows, _ db: Database) throws -> String? {
    for table in tableNames where rows.tables[table] == nil {
      let type = try String.fetchOne(
        db,
        sql: """
          SELECT type FROM main.sqlite_master
          WHERE name = ? COLLATE NOCASE AND type IN ('view', 'index')
          """, arguments: [table])
      if let type { return "\(type == "view" ? "a view" : "an index") has the name \(table)" }
    }
    return nil
  }

  /// Why SQLite does not compile the statements that record a migration, where all tables are there.
  private func refusal(
    of identifier: String, holding rows: LedgerRows, _ db: Database
  ) throws -> String? {
    // Pragmas may be run by being compiled.
    guard !tableNames.isEmpty, tableNames.allSatisfy({ rows.tables[$0] != nil }) else { return nil }
    let stamp = RecordStamp.now()
    do {
      for change in [LedgerChange.create, .record(identifier)] {
        for sql in statements(for: change, rows, stamp) { _ = try db.makeStatement(sql: sql) }
      }
      return nil
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return error.message ?? error.description
    }
  }
}
