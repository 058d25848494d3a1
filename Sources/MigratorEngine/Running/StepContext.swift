internal import MigratorSQLite
internal import MigratorSchema

struct StepContext {
  let migration: Migration
  let list: MigrationList
  let db: Database
  let request: StepRequest
  let checks: ForeignKeyCheckSession
  let clock = StepClock()

  func emit(_ event: MigrationEvent) { request.emit(event) }
}

struct InitialState {
  let schema: SchemaSnapshot
  let violations: ViolationCensus?
  /// True if violations may have to be compared with earlier ones.
  let mayHaveViolations: Bool
}
