import TerminalUI

/// How the program is left: by a command, a signal, or Ctrl-C twice with nothing to stop.
struct Departure: Sendable {
  /// How soon a second Ctrl-C leaves, in seconds.
  private static let patience = 1.5

  /// Whether the program is to leave.
  private(set) var isQuitting = false
  /// The signal that asked the program to leave, if it was one.
  private(set) var endedBy: SignalKind?
  /// When Ctrl-C was last pressed with nothing to stop.
  private var interruptedAt: Double?

  /// Takes note that something else was asked for than to stop.
  mutating func forgetInterrupt() { interruptedAt = nil }

  /// Ctrl-C: stops the work, then what a screen runs; with nothing to stop, a second press leaves.
  mutating func interrupt(_ desk: Desk, in scene: inout Scene) -> [Effect] {
    if let current = scene.work {
      scene.work?.isCancelling = true
      scene.say("Stopping \(current.title)…", .warning)
      return [.cancel(generation: current.generation)]
    }
    if let running = desk.running {
      return running.lastingWork.map { [.cancel(generation: $0)] } ?? []
    }
    if let before = interruptedAt, scene.now - before < Self.patience {
      return leave(desk, in: scene)
    }
    interruptedAt = scene.now
    scene.say("Nothing is running. Ctrl-C again, or \(scene.key(.quit)), quits.")
    return []
  }

  /// Leaves: what runs is stopped and rolled back.
  mutating func leave(_ desk: Desk, in scene: Scene, by signal: SignalKind? = nil) -> [Effect] {
    isQuitting = true
    endedBy = signal ?? endedBy
    let unique = ([scene.work?.generation] + desk.lastingWork).compactMap { $0 }
      .reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
    return unique.map { .cancel(generation: $0) } + [.quit]
  }
}
