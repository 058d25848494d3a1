import MigratorEngine
import MigratorSession

/// The database that a traced migration runs on.
enum TraceTarget: Sendable, Hashable {
  /// A copy, which can be paused without a limit.
  case copy(CopyKind)
  /// The real file, with the seconds left until a paused step is rolled back.
  case file(left: Double)

  /// The database of a paused migration.
  init(of pause: StatementPause) {
    if let form = pause.form {
      self = .copy(form)
    } else {
      let now = ContinuousClock.now
      self = .file(left: ((pause.deadline ?? now) - now) / .seconds(1))
    }
  }
}

/// A message of a worker that traces a migration.
enum TraceMessage: Sendable {
  /// A step on the real file begins, with pauses between its statements.
  case began(String)
  case ran(StatementTrace)
  /// The migration is paused.
  case held(StatementPause.Place, on: TraceTarget)
  case answered(TraceAnswer)
  /// The trace ended.
  case ended(Result<DryRunResult, WorkFailure>)
}

/// A query in a paused migration, and its result.
struct TraceAnswer: Sendable, Hashable {
  let sql: String
  let result: Result<QueryAnswer, WorkFailure>
}
