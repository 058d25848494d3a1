import MigratorEngine
import MigratorSession

/// What a worker sends that traces a migration.
enum TraceMessage: Sendable {
  /// A statement ran.
  case ran(StatementTrace)
  /// It waits for the operator.
  case held(StatementPause.Place, on: CopyForm)
  /// A query was answered.
  case answered(TraceAnswer)
  /// It is over.
  case ended(Result<TriedMigrations, WorkFailure>)
}

/// What the copy of a held migration was asked, and the answer.
struct TraceAnswer: Sendable, Hashable {
  /// The query.
  let sql: String
  /// The answer, or why there is none.
  let result: Result<QueryAnswer, WorkFailure>
}
