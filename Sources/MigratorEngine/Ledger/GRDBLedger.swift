internal import MigratorSQLite

/// GRDB's ledger: a table with one column, never altered.
package struct GRDBLedger: Ledger {
  package static let tableName = "grdb_migrations"
  package let name = GRDBLedger.tableName

  package init() {}

  package func state(_ rows: LedgerRows) -> LedgerState {
    guard let table = table(rows) else { return LedgerState(exists: false) }
    var state = LedgerState(applied: table.rows.compactMap { $0.text("identifier") })
    if !table.hasColumn("identifier") {
      state.isReadable = false
      state.obstacle = StepObstacle(
        "\(name) has no identifier column, so migtui cannot determine what is applied.",
        remedy: "Find out which program created the table, then rename the table.")
    } else if state.records.count < table.rows.count {
      state.isReadable = false
      state.obstacle = StepObstacle(
        "A row of \(name) has an identifier that is not text, so migtui cannot determine what is "
          + "applied.",
        remedy: "Find out which migration the row records, and write its identifier there.")
    }
    return state
  }

  package func record(
    of row: LedgerRows.Row, behind state: LedgerState
  ) -> LedgerState.Record? {
    guard state.isReadable, state.exists else { return nil }
    return row.text("identifier").map { LedgerState.Record($0) }
  }

  package func statements(
    for change: LedgerChange, _ rows: LedgerRows, _ stamp: RecordStamp
  ) -> [String] {
    switch change {
    case .create:
      table(rows) == nil
        ? [
          "CREATE TABLE IF NOT EXISTS main.grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
        ] : []
    case .record(let identifier): [insertion(of: identifier)]
    case .baseline(let identifiers): identifiers.map(insertion)
    case .forget(let identifiers):
      identifiers.sorted().map {
        "DELETE FROM main.grdb_migrations WHERE identifier = \($0.databaseValue.sqlLiteral)"
      }
    case .begin, .fail, .clearFailures, .acceptChecksum: []
    }
  }

  private func insertion(of identifier: String) -> String {
    "INSERT INTO main.grdb_migrations (identifier) VALUES (\(identifier.databaseValue.sqlLiteral))"
  }
}
