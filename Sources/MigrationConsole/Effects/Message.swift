import MigratorEngine
import MigratorSession
import TerminalUI

/// An input of the model.
enum Message: Sendable {
  case key(Key)
  /// Pasted text: data, never commands.
  case paste(String)
  case mouse(MouseEvent)
  case resize(Size)
  /// The model was drawn, at a time in seconds since the session began.
  case presented(at: Double)
  /// Time passed, in seconds since the session began.
  case tick(Double)
  /// The process received SIGTERM or SIGHUP.
  case terminate(SignalKind)
  case work(WorkMessage)
}

/// A result or a report of an effect.
enum WorkMessage: Sendable {
  case overview(Result<SessionOverview, WorkFailure>)
  /// The database or the migrations may have changed since they were read.
  case touched
  /// A read waits for another program's lock.
  case waiting
  case history(History)
  case drift(Result<SchemaDrift.Result, WorkFailure>, generation: Int)
  /// Violations found since the last message, and the number of unlisted ones, by foreign key.
  case violations(
    [ViolationDetail], unlisted: [ForeignKeyInfo: Int], generation: Int)
  case violationProgress(table: String, index: Int, count: Int, generation: Int)
  /// The search for violations ended; the failure is `nil` if the search was complete.
  case violationsEnded(WorkFailure?, generation: Int)
  case fixOptions([ForeignKeyInfo: [FixOption]], generation: Int)
  case triedFixes([FixChoice], Result<FixTrial, WorkFailure>, generation: Int)
  case appliedFixes(FixTrial, Result<RepairOutcome, WorkFailure>, generation: Int)
  /// A new migration was written: its files, or the error.
  case wroteMigration(Result<[String], WorkFailure>, for: NewFilePurpose)
  /// A new migration was planned and tried, or questions must be answered first.
  case drafted(MigrationWish, Result<MigrationDraft.Result, WorkFailure>, generation: Int)
  case event(MigrationEvent, generation: Int)
  case dryRun(Result<DryRunResult, WorkFailure>, generation: Int)
  /// A step was prepared for the confirm dialog, or the reason why no migration can be applied.
  case prepared(MigrationScope, Result<StepPreparation, WorkFailure>, generation: Int)
  /// One migration of a run ended.
  case stepped(StepReport, backupPath: String?, generation: Int)
  case runEnded(StepOutcome, generation: Int)
  case repairs(Result<RepairOffers, WorkFailure>, generation: Int)
  case repaired(LedgerRepair, Result<RepairOutcome, WorkFailure>, generation: Int)
  case restorePrepared(Result<PreparedRestore, WorkFailure>, generation: Int)
  /// A restore ended; `undone` states for each step of this session whether it is now undone.
  case restored(RestoreOutcome, from: Backup, undone: [String: Bool], generation: Int)
  case trace(TraceMessage, generation: Int)
  case ran(ExternalProgram.Ending)
  case exported(Result<String, WorkFailure>)
  /// Text was copied to the clipboard; `nil` if the terminal does not support it.
  case copied(characters: Int?)
}

/// A dry run, with the overview of the database before it.
typealias DryRunResult = (dryRun: SessionDryRun, overview: SessionOverview)

extension Notice {
  /// The notice for a message that has no other effect; `nil` for any other message.
  init?(of message: WorkMessage) {
    switch message {
    case .waiting: self = .waiting
    case .exported(.success(let path)): self.init(level: .info, text: "Wrote \(path).")
    case .exported(.failure(let failure)), .wroteMigration(.failure(let failure), _):
      self.init(level: .error, text: failure.whole)
    case .copied(let characters?):
      let count = Format.count(characters, "character")
      self.init(level: .info, text: "Copied \(count) to the terminal's clipboard.")
    case .copied(nil):
      self.init(
        level: .warning,
        text: "Not copied: the terminal has no clipboard, or the text is too long for it.")
    default: return nil
    }
  }

  static func wrote(
    _ paths: [String], for purpose: NewFilePurpose, in scene: SharedState
  ) -> Notice {
    let names = paths.joined(separator: ", ")
    if case .fixes(let follower?) = purpose {
      return Notice(
        level: .info, text: "Wrote the migration \(names). It is next, before \(follower).")
    }
    if purpose == .schema(.migrationsToDatabase) {
      return Notice(
        level: .info,
        text: "Mark it as applied with \(scene.key(.repair)) on screen 1. Wrote \(names).")
    }
    let pending = scene.known.present?.status.count(of: .pending) ?? 0
    let place =
      pending > 0 ? "It runs after \(Format.count(pending, "pending migration"))." : "It is next."
    return Notice(
      level: .info, text: "Wrote the migration \(names). \(place)")
  }
}
