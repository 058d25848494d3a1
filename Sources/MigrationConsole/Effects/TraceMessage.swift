import MigratorEngine

/// What a migration runs on that is traced.
enum TraceGround: Sendable, Hashable {
  /// A copy, which can be held for as long as one likes.
  case copy(CopyForm)
  /// The file itself, and in how many seconds it is rolled back if it is still held.
  case file(left: Double)

  /// Where a pause is.
  init(of pause: StatementPause) {
    if let form = pause.form {
      self = .copy(form)
    } else {
      let now = ContinuousClock.now
      self = .file(left: ((pause.deadline ?? now) - now) / .seconds(1))
    }
  }
}

/// What a worker sends that traces a migration.
enum TraceMessage: Sendable {
  /// A step of the file itself begins, to be held between its statements.
  case began(String)
  /// A statement ran.
  case ran(StatementTrace)
  /// It waits for the operator.
  case held(StatementPause.Place, on: TraceGround)
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
