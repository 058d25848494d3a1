import TerminalUI

/// Quitting: by a command, a signal, or Ctrl-C twice while nothing is running.
struct QuitState: Sendable {
  /// The time within which a second Ctrl-C quits, in seconds.
  private static let patience = 1.5

  private(set) var isQuitting = false
  private(set) var endedBy: SignalKind?
  /// When Ctrl-C was last pressed while nothing was running.
  private var interruptedAt: Double?

  mutating func forgetInterrupt() { interruptedAt = nil }

  /// Handles Ctrl-C: cancels the work, then the work of a screen; if nothing is running, a second
  /// press quits.
  mutating func interrupt(_ stack: ScreenStack, in scene: inout SharedState) -> [Effect] {
    if let current = scene.work {
      scene.work?.isCancelling = true
      scene.say("Stopping \(current.title)…", .warning)
      return [.cancel(generation: current.generation)]
    }
    if let running = stack.running {
      return running.workGeneration.map { [.cancel(generation: $0)] } ?? []
    }
    if let before = interruptedAt, scene.now - before < Self.patience {
      return quit(stack, in: scene)
    }
    interruptedAt = scene.now
    scene.say("Nothing is running. Press Ctrl-C again or \(scene.key(.quit)) to quit.")
    return []
  }

  /// Quits; running work is cancelled and rolled back.
  mutating func quit(_ stack: ScreenStack, in scene: SharedState, by signal: SignalKind? = nil)
    -> [Effect]
  {
    isQuitting = true
    endedBy = signal ?? endedBy
    let unique = ([scene.work?.generation] + stack.workGenerations).compactMap { $0 }
      .reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
    return unique.map { .cancel(generation: $0) } + [.quit]
  }
}
