import MigratorEngine
@testable import MigratorTools

/// A ledger without files and database, which computes states from values.
struct PureRule {
  let ledger: any Ledger
  let migrations: [ToolMigration]

  init(_ ledger: any Ledger, _ migrations: [ToolMigration]) {
    self.ledger = ledger
    self.migrations = migrations
  }

  func status(_ rows: LedgerRows) throws -> StatusReport {
    var migrator = DatabaseMigrator(ledger: ledger)
    for migration in migrations {
      if case .unavailable(let obstacle) = migration.body {
        migrator.registerUnavailable(migration.identifier, obstacle: obstacle)
      } else if let script = migration.script {
        migrator.registerMigration(
          migration.identifier, foreignKeyChecks: .deferred, script: script, transaction: .whole)
      }
    }
    return try migrator.statusReport(ledger.state(rows))
  }

  static func migration(_ name: String, text: String = "SELECT 1;") -> ToolMigration {
    ToolMigration(
      identifier: name, path: name,
      body: .sql(script: SQLScript(file: name, text: text), transaction: .whole))
  }

  /// Creates a table of rows; missing columns are NULL.
  static func table(
    _ columns: [String], _ rows: [[String: any DatabaseValueConvertible]]
  ) -> LedgerRows.Table {
    LedgerRows.Table(
      columns: columns.map { LedgerRows.Column(name: $0) },
      rows: rows.map { row in
        LedgerRows.Row(
          Dictionary(
            uniqueKeysWithValues: columns.map { ($0, row[$0]?.databaseValue ?? .null) }))
      })
  }
}

extension StatusReport {
  var lines: [String] { migrations.map { "\($0.state) \($0.identifier)" } }
}
