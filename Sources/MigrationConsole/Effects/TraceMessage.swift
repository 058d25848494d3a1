import MigratorEngine
import MigratorSession

enum TraceTarget: Sendable, Hashable {
  /// A copy, on which pauses have no time limit.
  case copy(CopyKind)
  /// The real file, with the seconds left until a paused step is rolled back.
  case file(left: Double)

  init(of pause: StatementPause) {
    if let form = pause.form {
      self = .copy(form)
    } else {
      let now = ContinuousClock.now
      self = .file(left: ((pause.deadline ?? now) - now) / .seconds(1))
    }
  }
}

enum TraceMessage: Sendable {
  /// A step on the real file begins, with pauses between its statements.
  case began(String)
  case ran(StatementTrace)
  case held(StatementPause.Place, on: TraceTarget)
  case answered(TraceAnswer)
  case ended(Result<DryRunResult, WorkFailure>)
}

/// A query in a paused migration, and its result.
struct TraceAnswer: Sendable, Hashable {
  let sql: String
  let result: Result<QueryAnswer, WorkFailure>
}
