internal import MigratorSQLite

/// One registered migration.
struct Migration: Sendable {
  /// What a migration runs.
  enum Body: Sendable {
    /// Swift code; receives the merged identifiers that are applied.
    case code(@Sendable (_ db: Database, _ appliedIdentifiers: Set<String>) throws -> Void)
    /// The statements of a file.
    case script(SQLScript)
  }

  let identifier: String
  let foreignKeyChecks: DatabaseMigrator.ForeignKeyChecks
  let mergedIdentifiers: Set<String>
  let body: Body
  let runsOutsideTransaction: Bool

  var script: SQLScript? {
    if case .script(let script) = body { script } else { nil }
  }
}
