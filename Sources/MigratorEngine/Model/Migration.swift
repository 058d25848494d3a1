internal import MigratorSQLite

struct Migration: Sendable {
  enum Body: Sendable {
    /// Swift code; receives the identifiers of applied merged migrations.
    case code(@Sendable (_ db: Database, _ appliedIdentifiers: Set<String>) throws -> Void)
    case script(SQLScript)
    /// This program cannot run it: only its own tool can, or its file is unusable.
    case unavailable(StepObstacle)
  }

  let identifier: String
  let foreignKeyChecks: ForeignKeyChecks
  let mergedIdentifiers: Set<String>
  let body: Body
  let transaction: MigrationTransaction
  /// The location as `file:line`, for a migration in code that is only shown.
  var place: String?

  var runsOutsideTransaction: Bool { transaction != .whole }

  var script: SQLScript? {
    if case .script(let script) = body { script } else { nil }
  }

  var obstacle: StepObstacle? {
    if case .unavailable(let obstacle) = body { obstacle } else { nil }
  }
}
