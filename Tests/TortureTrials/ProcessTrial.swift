import Foundation
import MigratorTestSupport

/// Trials that kill or race real processes, without injected faults.
enum ProcessTrial {
  /// Kills the command at a random moment.
  ///
  /// - Returns: A description of the problem; `nil` if the database is in a state between
  ///   migrations.
  static func problem(
    killed world: TrialFixture, using generator: inout SeededGenerator
  ) throws -> String? {
    let program = try world.start()
    try wait(for: program, in: world, using: &generator)
    program.send(SIGKILL)
    _ = try program.end()
    let state = world.state()
    return state.index == nil ? "neither as before nor as after: \(state.reason)" : nil
  }

  /// Ends a command that only reads with a random signal at a random moment.
  ///
  /// - Returns: A description of the problem; `nil` if the files are unchanged, and no copy is left.
  ///   SIGKILL leaves copies behind.
  static func problem(
    ended world: TrialFixture, using generator: inout SeededGenerator
  ) throws -> String? {
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGKILL]
    let signal = signals.randomElement(using: &generator) ?? SIGTERM
    let program = try world.start()
    try wait(for: program, in: world, using: &generator)
    program.send(signal)
    let end = try program.end()
    guard [.exited(world.success), .exited(128 + signal), .signaled(signal)].contains(end) else {
      return "signal \(signal): it ended with \(end)"
    }
    let left = try world.leftovers().filter { signal != SIGKILL || !$0.hasPrefix("tmp/") }
    if !left.isEmpty { return "signal \(signal) left \(left)" }
    return world.isUntouched ? nil : "signal \(signal): the database changed"
  }

  /// Waits for a random moment of the run, or for its end.
  private static func wait(
    for program: RunningProgram, in world: TrialFixture, using generator: inout SeededGenerator
  ) throws {
    let moment = Date(
      timeIntervalSinceNow: Double.random(in: 0..<Double(world.microseconds), using: &generator)
        / 1_000_000)
    try program.wait(for: "the moment to end it") { Date() >= moment }
  }

  /// Runs the command twice concurrently.
  ///
  /// - Returns: A description of the problem; `nil` if the command took effect once or one process
  ///   found the database busy.
  static func problem(racing world: TrialFixture) throws -> String? {
    let first = try world.start()
    let second = try world.startAnother()
    let ends = [try first.end(), try second.end()]
    guard ends.allSatisfy({ $0 == .exited(0) || $0 == .exited(75) }) else { return "ended \(ends)" }
    let state = world.state()
    guard let index = state.index else { return "neither as before nor as after: \(state.reason)" }
    if ends.contains(.exited(0)), index != world.states.count - 1 {
      return "\(ends), and \(index) are applied"
    }
    return nil
  }
}
