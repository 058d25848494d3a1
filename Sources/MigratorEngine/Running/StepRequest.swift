internal import MigratorSQLite

/// What a run of one migration is asked for.
struct StepRequest {
  /// What is known of the database before a run, from the run before it.
  struct HandedOn {
    var violations: ViolationCensus?
    var rows: RowCensus?
    /// Whether the next run may use the same connection, which is as a new one would be.
    var keepsConnection = false
    /// With what a journal mode is compared that the next migration sets.
    var journal = JournalRule.Reference.connection
  }

  /// The database as it is before a run.
  enum FormerState {
    /// A connection that goes on seeing it.
    case connection(LazyReader)
    /// There is none, for this reason.
    case none(StepReport.Values.Reason)
  }

  let emit: (MigrationEvent) -> Void
  var cancellation: Cancellation?
  /// How closely to look; `nil` where nobody reads the report.
  var observation: Observation?
  /// Whom to tell of the statements one by one.
  var tracing: StatementTracing?
  /// Whether this migration must be the first that is not applied, once the lock is held.
  var mustBeNext = false
  /// Whether the violations before the body are counted first in any case.
  var countsViolations = false
  /// What the run is held to.
  var condition = StepCondition.none
  /// Which of the migrations this is that are run together, and how many they are.
  var index = 0
  var count = 1
  var known = HandedOn()
  /// With what values are compared.
  var former = FormerState.none(.notAsked)

  /// A monitor that tells signs of life, at most twenty in a second.
  func monitor(of identifier: String) -> ProgressMonitor {
    var last = ContinuousClock.now
    return ProgressMonitor(cancellation: cancellation) { [emit] kiloSteps in
      let now = ContinuousClock.now
      guard now - last >= .milliseconds(50) else { return }
      last = now
      emit(.working(identifier: identifier, kiloSteps: kiloSteps))
    }
  }
}
