import MigratorEngine
import MigratorSession
import TerminalUI

/// Everything that can happen to the model.
enum Message: Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted: data, never commands.
  case paste(String)
  /// Something was done with the mouse.
  case mouse(MouseEvent)
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
  /// The database or the migrations may have changed since they were read.
  case touched
  /// Another program, which holds a lock, is being waited for.
  case waiting
  /// What was done to the database, as the file of its history tells it.
  case history(History)
  /// The drift of the live schema.
  case drift(Result<SchemaDrift.Result, WorkFailure>, generation: Int)
  /// Violations found since the last message, and how many more by foreign key that are not kept.
  case violations(
    [ViolationDetail], unlisted: [ForeignKeyDescription: Int], generation: Int)
  /// The table that is being searched.
  case violationProgress(table: String, index: Int, count: Int, generation: Int)
  /// The search of violations ended; `nil` when it was complete.
  case violationsEnded(WorkFailure?, generation: Int)
  /// The statements that would mend all violations of each foreign key.
  case groupRemedies([ForeignKeyDescription: [GroupRemedy]], generation: Int)
  /// A statement that mends was run on a copy, or not.
  case triedMending(Result<MendingTrial, WorkFailure>, generation: Int)
  /// A new migration was written: its files, or why not.
  case wroteMigration(Result<[String], WorkFailure>)
  /// An event of a dry run or a step.
  case event(MigrationEvent, generation: Int)
  /// A dry run ended.
  case dryRun(Result<TriedMigrations, WorkFailure>, generation: Int)
  /// The dialog can open, or why there is no step.
  case prepared(MigrationScope, Result<StepPreparation, WorkFailure>, generation: Int)
  /// One migration of a run ended.
  case stepped(StepReceipt, generation: Int)
  /// A run of steps ended.
  case runEnded(RunEnd, generation: Int)
  /// The search for repairs ended.
  case repairs(Result<RepairOffers, WorkFailure>, generation: Int)
  /// A repair ended.
  case repaired(Result<DoneRepair, WorkFailure>, generation: Int)
  /// It is known what bringing a backup back would undo.
  case restorePrepared(Result<PreparedRestore, WorkFailure>, generation: Int)
  /// A backup was brought back, or not.
  case restored(RestoreEnd, generation: Int)
  /// A migration is traced.
  case trace(TraceMessage, generation: Int)
  /// A program ended that had the terminal.
  case ran(OutsideProgram.Ending)
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
  /// What there is now.
  var receipt: RepairReceipt
}

/// How a run of steps ended.
struct RunEnd: Sendable {
  /// What kept it from being begun or from going on, or `nil`.
  var failure: WorkFailure?
  /// The backup that is there.
  var backupPath: String?
  /// The backup that was removed again.
  var removedBackupPath: String?
  /// Older backups that were removed.
  var prunedBackups: [String] = []
  /// What else there is to know, such as that the history could not be written.
  var warnings: [String] = []
}

/// How bringing a backup back ended.
struct RestoreEnd: Sendable {
  /// What kept it from being done, or `nil`.
  var failure: WorkFailure?
  /// What was brought back.
  var backupPath: String
  /// Whether the migrations that this session stepped are undone now.
  var undone: [String: Bool] = [:]
  /// Where the file as it was before is kept.
  var keptPath: String?
  /// How long it took, in seconds.
  var seconds: Double
  /// Older backups that were removed.
  var prunedBackups: [String] = []
  /// What was found wrong afterwards.
  var warnings: [String] = []
}
