internal import MigratorSQLite
internal import MigratorSchema

/// What all parts of one run have in common.
struct StepContext {
  let migration: Migration
  let list: MigrationList
  let db: Database
  let request: StepRequest
  let checks: CheckSession
  let clock = StepClock()

  func emit(_ event: MigrationEvent) { request.emit(event) }
}

/// What is known of the database before the body of a migration.
struct StateBefore {
  let schema: SchemaSnapshot
  let violations: ViolationCensus?
  /// Whether violations may have to be compared with those from before.
  let mayHaveViolations: Bool
}
