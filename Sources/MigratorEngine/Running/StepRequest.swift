internal import MigratorSQLite

struct StepRequest {
  /// The known state of the database, from the previous run.
  struct CarriedState {
    var violations: ViolationCensus?
    var rows: RowCensus?
    /// True if the next run may use the same connection, which is like a new one.
    var keepsConnection = false
    /// The journal mode to compare the next migration's modes with.
    var journal = JournalRule.Reference.connection
  }

  /// How to read the database in its state before the run.
  enum PreviousState {
    /// A connection that still sees the state.
    case connection(LazyReader)
    /// The state cannot be read, for this reason.
    case none(StepReport.Values.Reason)
  }

  let emit: (MigrationEvent) -> Void
  var cancellation: Cancellation?
  var observation: Observation?
  var tracing: StatementTracing?
  /// True if this migration must be the next one, once the lock is held.
  var mustBeNext = false
  /// True if the migration is rolled back in any case, once its effects are known.
  var isTrial = false
  /// True if the effects are compared with those of the tool.
  var isComparedWithTool = false
  /// True if the violations before the body must be counted first.
  var countsViolations = false
  var condition = StepCondition.none
  /// The index of this migration in the run, and the number of migrations.
  var index = 0
  var count = 1
  var known = CarriedState()
  /// The state to compare values with.
  var former = PreviousState.none(.notAsked)

  /// A monitor that emits progress at most twenty times per second.
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
