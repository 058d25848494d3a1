import MigratorEngine
import TerminalUI

/// Everything that can happen to the model.
enum Message: Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted: data, never commands.
  case paste(String)
  /// The terminal has a new size.
  case resize(Size)
  /// Time passed, in seconds since the session began.
  case tick(Double)
  /// The process was asked to end (SIGTERM, SIGHUP).
  case terminate(SignalKind)
  /// Work came back.
  case work(WorkMessage)
}

/// What effects send back.
enum WorkMessage: Sendable {
  /// Facts, status and schema.
  case overview(Result<ConsoleOverview, WorkFailure>)
  /// The drift of the live schema.
  case drift(Result<SchemaDrift.Result, WorkFailure>, generation: Int)
  /// Violations found since the last message, and how many more by foreign key that are not kept.
  case violations(
    [ViolationDetail], unlisted: [ForeignKeyDescription: Int], generation: Int)
  /// The table that is being searched.
  case violationProgress(table: String, index: Int, count: Int, generation: Int)
  /// The search of violations ended; `nil` when it was complete.
  case violationsEnded(WorkFailure?, generation: Int)
  /// An event of a dry run or a step.
  case event(MigrationEvent, generation: Int)
  /// A dry run ended.
  case dryRun(Result<DryRunReport, WorkFailure>, generation: Int)
  /// The dialog can open: a dry run of this state, or why there is none.
  case prepared(
    RunScope, Result<DryRunReport, WorkFailure>, backupPath: String?, generation: Int)
  /// One migration of a run ended.
  case stepped(StepReport, generation: Int)
  /// A run of steps ended; a failure here means that nothing more was begun.
  case runEnded(WorkFailure?, generation: Int)
  /// The search for repairs ended.
  case repairs(Result<RepairOffers, WorkFailure>, generation: Int)
  /// A repair ended.
  case repaired(Result<LedgerRepair, WorkFailure>, generation: Int)
  /// A report was written, or not.
  case exported(Result<String, WorkFailure>)
  /// Text went to the clipboard; `nil` when the terminal cannot.
  case copied(characters: Int?)
}

/// Why work did not come to its end, in words for a person.
struct WorkFailure: Error, Sendable, Hashable {
  /// What went wrong and what to do.
  var message: String
  /// Whether the operator stopped it.
  var isCancellation: Bool
  /// Whether only a copy could not be made, so that an operator who accepts to see nothing beforehand
  /// may still step.
  var allowsUnseenStep = false
}
