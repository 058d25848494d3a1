internal import MigratorSQLite

/// One registered migration.
struct Migration: Sendable {
  /// What a migration runs.
  enum Body: Sendable {
    /// Swift code; receives the merged identifiers that are applied.
    case code(@Sendable (_ db: Database, _ appliedIdentifiers: Set<String>) throws -> Void)
    /// The statements of a file.
    case script(SQLScript)
    /// Only its own tool can run it, or its file cannot be used, and why.
    case unavailable(StepObstacle)
  }

  let identifier: String
  let foreignKeyChecks: ForeignKeyChecks
  let mergedIdentifiers: Set<String>
  let body: Body
  let transaction: MigrationTransaction
  /// Where it stands in code that is only shown, as `file:line`.
  var place: String?

  var runsOutsideTransaction: Bool { transaction != .whole }

  var script: SQLScript? {
    if case .script(let script) = body { script } else { nil }
  }

  /// Why this program cannot run it, or `nil` when it can.
  var obstacle: StepObstacle? {
    if case .unavailable(let obstacle) = body { obstacle } else { nil }
  }
}
