internal import MigratorSQLite

extension Ledger {
  /// Sets the obstacle if another object has the name of a ledger table, or if the table would
  /// reject the record of a migration.
  ///
  /// The message is that of the step that would fail. No statement is run, so a rejection that
  /// depends on rows, such as by a CHECK or a trigger, is detected only by the step.
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
    // The ledger's own obstacle is more specific than SQLite's error message.
    if state.obstacle != nil { return }
    let error = MigrationError(.ledgerRefuses(ledger: name, reason: reason))
    state.obstacle = StepObstacle(error.message, remedy: "\(error.remedy)")
  }

  /// Describes the view or index that has the name of a missing table.
  private func standIn(notIn rows: LedgerRows, _ db: Database) throws -> String? {
    for table in tableNames where rows.tables[table] == nil {
      let conditions: [SchemaCondition] = [.name(table), .kind(.view, .index)]
      if let type = try db.schemaRows(where: conditions, { try $0.type }).first {
        return "\(table) is \(type == "view" ? "a view" : "an index"), not a table"
      }
    }
    return nil
  }

  /// SQLite's error for compiling the statements that record a migration, if all tables exist.
  private func refusal(
    of identifier: String, holding rows: LedgerRows, _ db: Database
  ) throws -> String? {
    // Ledgers without tables are excluded, because SQLite runs some pragmas when it compiles them.
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
