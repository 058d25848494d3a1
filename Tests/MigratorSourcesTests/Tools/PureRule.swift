import MigratorEngine
import MigratorSources

/// A rule without files and database: what it makes of values.
struct PureRule {
  let rule: any LedgerRule
  let migrations: [ToolMigration]

  init(_ tool: any MigrationTool, _ migrations: [ToolMigration]) {
    rule = tool.rule(table: nil)
    self.migrations = migrations
  }

  /// The status of the migrations over what a ledger holds.
  func status(_ contents: LedgerContents) throws -> StatusReport {
    var migrator = DatabaseMigrator(ledger: ToolLedger(rule: rule, migrations: migrations))
    for migration in migrations {
      if case .unavailable(let obstacle) = migration.body {
        migrator.registerUnavailable(migration.identifier, obstacle: obstacle)
      } else if let script = migration.script {
        migrator.registerMigration(
          migration.identifier, foreignKeyChecks: .deferred, script: script, transaction: .whole)
      }
    }
    return try migrator.statusReport(rule.reading(of: migrations, contents))
  }

  /// A migration of a text, made by hand.
  static func migration(
    _ name: String, key: String? = nil, text: String = "SELECT 1;",
    checksum: DatabaseValue? = nil, facts: [String: DatabaseValue] = [:]
  ) -> ToolMigration {
    ToolMigration(
      identifier: name, key: key ?? name, path: name,
      body: .sql(script: SQLScript(file: name, text: text), transaction: .whole),
      checksum: checksum, facts: facts)
  }

  /// A table of rows; columns that a row does not name are missing in it.
  static func table(
    _ columns: [String], _ rows: [[String: any DatabaseValueConvertible]]
  ) -> LedgerContents.Table {
    LedgerContents.Table(
      columns: columns.map { DatabaseTables.Column(name: $0, type: "", isKey: false) },
      rows: rows.map { row in
        Dictionary(
          uniqueKeysWithValues: columns.map { ($0, row[$0]?.databaseValue ?? .null) })
      })
  }
}

extension StatusReport {
  /// `state identifier`, in the order of the list.
  var lines: [String] { migrations.map { "\($0.state) \($0.identifier)" } }
}
