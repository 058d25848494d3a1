import MigratorEngine
import MigratorSession
import TerminalUI

/// Everything that can happen to the model.
enum Message: Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted: data, never commands.
  case paste(String)
  /// The terminal has a new size.
  case resize(Size)
  /// The model was drawn, so many seconds after the session began.
  case presented(at: Double)
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
  case overview(Result<SessionOverview, WorkFailure>)
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
  case dryRun(Result<TriedMigrations, WorkFailure>, generation: Int)
  /// The dialog can open, or why there is no step.
  case prepared(MigrationScope, Result<StepPreparation, WorkFailure>, generation: Int)
  /// One migration of a run ended.
  case stepped(StepReceipt, generation: Int)
  /// A run of steps ended; a failure here means that nothing more was begun.
  case runEnded(WorkFailure?, backupPath: String?, generation: Int)
  /// The search for repairs ended.
  case repairs(Result<RepairOffers, WorkFailure>, generation: Int)
  /// A repair ended.
  case repaired(Result<DoneRepair, WorkFailure>, generation: Int)
  /// A report was written, or not.
  case exported(Result<String, WorkFailure>)
  /// Text went to the clipboard; `nil` when the terminal cannot.
  case copied(characters: Int?)
}

/// A dry run, and what was there when it began.
struct TriedMigrations: Sendable {
  /// The dry run.
  var dryRun: SessionDryRun
  /// Facts, list and schema of that moment.
  var overview: SessionOverview
}

/// A repair that was run.
struct DoneRepair: Sendable {
  /// The repair.
  var repair: LedgerRepair
  /// The backup that was made before, or `nil`.
  var backupPath: String?
}
