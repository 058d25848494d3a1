internal import MigratorSQLite

struct StepRequest {
  struct CarriedState {
    var violations: ViolationCensus?
    var rows: RowCensus?
    /// True if the next run may use the same connection, which is in the state of a new one.
    var keepsConnection = false
    var journal = JournalRule.Reference.connection
  }

  enum PreviousState {
    /// A connection that still sees the previous state.
    case connection(LazyReader)
    case none(StepReport.Values.Reason)
  }

  let emit: (MigrationEvent) -> Void
  var cancellation: Cancellation?
  /// When the statements are stopped, or `nil`.
  var deadline: ContinuousClock.Instant?
  var observation: Observation?
  var tracing: StatementTracing?
  /// True if this migration must be the next one, once the lock is held.
  var mustBeNext = false
  /// True if the migration is always rolled back, once its effects are known.
  var isTrial = false
  /// True if the effects are compared with those of the tool.
  var isComparedWithTool = false
  /// The tool that enforces foreign keys, if the migration succeeds with that tool.
  var succeedingTool: String?
  var countsViolations = false
  var condition = StepCondition.none
  var index = 0
  var count = 1
  var known = CarriedState()
  var former = PreviousState.none(.notAsked)

  /// A monitor that emits progress at most twenty times per second.
  func monitor(of identifier: String) -> ProgressMonitor {
    if let deadline { return ProgressMonitor(until: deadline, or: cancellation) }
    var last = ContinuousClock.now
    return ProgressMonitor(cancellation: cancellation) { [emit] kiloSteps in
      let now = ContinuousClock.now
      guard now - last >= .milliseconds(50) else { return }
      last = now
      emit(.working(identifier: identifier, kiloSteps: kiloSteps))
    }
  }
}
