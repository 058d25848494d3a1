import MigratorEngine
@testable import MigratorTools

/// A ledger without files and database: what it makes of values.
struct PureRule {
  let ledger: any Ledger
  let migrations: [ToolMigration]

  init(_ ledger: any Ledger, _ migrations: [ToolMigration]) {
    self.ledger = ledger
    self.migrations = migrations
  }

  /// The status of the migrations over what a ledger holds.
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

  /// A migration of a text, made by hand.
  static func migration(_ name: String, text: String = "SELECT 1;") -> ToolMigration {
    ToolMigration(
      identifier: name, path: name,
      body: .sql(script: SQLScript(file: name, text: text), transaction: .whole))
  }

  /// A table of rows; columns that a row does not name are NULL in it.
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
  /// `state identifier`, in the order of the list.
  var lines: [String] { migrations.map { "\($0.state) \($0.identifier)" } }
}
