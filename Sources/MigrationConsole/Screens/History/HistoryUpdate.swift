import MigratorEngine
import MigratorSession
import TerminalUI

/// Restoring the last backup.
extension HistoryScreen {
  static let bindings = [
    Binding(
      command: .restore, keys: [.char("u")], short: "undo",
      long: "Restore the last backup, after showing the changes that this undoes.", group: .migrate)
  ]

  func refusal(of command: Command, in scene: SharedState) -> String? {
    if let reason = scene.unreadReason { return reason }
    return scene.busyReason ?? scene.writeRefusal
  }

  /// Finds out what restoring the last backup would undo.
  mutating func perform(_ command: Command, in scene: inout SharedState) -> Outcome {
    Outcome(effects: scene.begin(.preparingRestore) { .prepareRestore(generation: $0) })
  }

  mutating func take(_ message: WorkMessage, in scene: inout SharedState) -> Outcome {
    switch message {
    case .restorePrepared(let result, let generation):
      guard scene.end(generation) else { return .none }
      switch result {
      case .success(let prepared): return Outcome(dialog: ConfirmRestore(prepared: prepared))
      case .failure(let failure) where failure.isCancellation:
        scene.say(failure.message, .warning)
        return .none
      case .failure(let failure):
        return .refused(
          "Not restored", because: failure.lines(width: scene.dialogWidth), in: &scene)
      }
    case .restored(let outcome, let backup, let undone, let generation):
      guard scene.end(generation) else { return .none }
      let warnings = [
        outcome.problem?.description, outcome.unreadWarning, outcome.historyFailure?.sentence,
      ].compactMap { $0 }
      if let failure = outcome.error.map(WorkFailure.init) {
        scene.say(
          ([failure.whole] + warnings).joined(separator: " · "),
          failure.isCancellation ? .warning : .error)
      } else {
        scene.known.forgetSteps(undone: undone)
        let kept = outcome.backupPath.map { "backup of the previous state: \($0)" }
        // The dialog showed the whole path; the line has room only for the name.
        let name = backup.path.split(separator: "/").last.map(String.init) ?? ""
        let words = ["Restored \(name) in \(Format.seconds(outcome.seconds))", kept]
        scene.say(
          (words.compactMap { $0 } + outcome.prunedBackups.prunedWords + warnings)
            .joined(separator: " · "), warnings.isEmpty ? .info : .warning)
      }
      return .fileChanged
    default: return .none
    }
  }
}

extension Command {
  /// Restore the last backup.
  public static var restore: Command { Command() }
}
