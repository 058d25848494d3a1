import MigratorTestSupport

/// One run of a command in which one call fails.
public enum FaultTrial {
  /// Runs the command and judges how it ended.
  ///
  /// - Parameters:
  ///   - fault: What fails.
  ///   - world: The command and its files.
  /// - Returns: What is wrong, in words; `nil` where all is as promised.
  /// - Throws: The error of the file system, or of starting the program.
  public static func problem(_ fault: Fault, in world: TrialWorld) throws -> String? {
    // The machine stays on, so that no sync is needed, and each takes its time.
    let outcome = try world.run(fault.environment.merging(["FAULT_UNSYNCED": "1"]) { $1 })
    let problem =
      fault.manner == .kill
      ? try problem(killed: outcome, in: world) : try problem(outcome, of: fault, in: world)
    return problem.map {
      "\(world.command) \(world.journalMode), \(fault): \($0)\nstatus \(outcome.status)\n"
        + outcome.output + outcome.errors
    }
  }

  /// A killed program can tell nothing and leaves its copies; the database is whole all the same.
  private static func problem(
    killed outcome: Program.Outcome, in world: TrialWorld
  ) throws -> String? {
    guard outcome.status == 128 + 9 else { return "it was not killed" }
    let state = world.state()
    guard let index = state.index else { return "neither as before nor as after: \(state.reason)" }
    return world.backupProblem(at: index) ?? world.historyProblem(isWhole: false)
  }

  private static func problem(
    _ outcome: Program.Outcome, of fault: Fault, in world: TrialWorld
  ) throws -> String? {
    if outcome.status >= 128 { return "it was ended by a signal" }
    if outcome.status == 70 { return "it calls the fault an error of its own" }
    // Before the database is opened by us, which recovers it.
    let leftovers = try world.leftovers()
    let state = world.state()
    guard let index = state.index else { return "neither as before nor as after: \(state.reason)" }
    let isDone = index == world.states.count - 1
    if outcome.status == world.success, !isDone { return "success is told, and it is not done" }
    if outcome.status != world.success, isDone, world.states.count > 1 {
      return "a failure is told, and it is done"
    }
    let text = outcome.output + outcome.errors
    // Where no file can be removed, no copy can.
    let isStuck = fault.kind == .fileRemove && fault.manner == .always
    let unsaid = leftovers.filter { name in
      if isStuck, name.hasPrefix("tmp/") { return false }
      return !text.contains(name.split(separator: "/").last.map(String.init) ?? name)
    }
    if !unsaid.isEmpty { return "files are left and not named: \(unsaid)" }
    if isDone, world.historyCount() < world.eventCount, !text.contains("history") {
      return "the history does not tell of it, and that is not said"
    }
    return world.backupProblem(at: index) ?? world.historyProblem(isWhole: true)
  }
}
