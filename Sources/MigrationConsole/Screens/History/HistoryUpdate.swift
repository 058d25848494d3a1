import MigratorSession
import TerminalUI

/// Restoring the last backup.
extension HistoryScreen {
  static let bindings = [
    Binding(
      command: .restore, keys: [.char("u")], short: "undo",
      long: "Bring the last backup back, after showing what that undoes.", group: .migrate)
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
    case .restored(let end, let generation):
      guard scene.end(generation) else { return .none }
      if end.failure == nil { scene.known.forgetSteps(undone: end.undone) }
      if let failure = end.failure {
        scene.say(
          ([failure.whole] + end.warnings).joined(separator: " · "),
          failure.isCancellation ? .warning : .error)
      } else {
        let kept = end.keptPath.map { "the file as it was before: \($0)" }
        // The dialog showed the whole path; the line has room only for the name.
        let name = end.backupPath.split(separator: "/").last.map(String.init) ?? ""
        let words = ["Restored \(name) in \(Format.seconds(end.seconds))", kept]
        scene.say(
          (words.compactMap { $0 } + end.prunedBackups.prunedWords + end.warnings)
            .joined(separator: " · "), end.warnings.isEmpty ? .info : .warning)
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
