public import MigratorTestSupport

/// A run of a command in which one call fails.
public enum FaultTrial {
  /// Runs the command and checks its result.
  ///
  /// - Parameters:
  ///   - fault: The call that fails.
  ///   - world: The command and its files.
  /// - Returns: A description of the problem; `nil` if the command behaved correctly.
  /// - Throws: An error of the file system or of starting the program.
  public static func problem(_ fault: Fault, in world: TrialFixture) throws -> String? {
    try judged(fault, in: world).problem
  }

  /// Runs the command and checks its result, and also returns the outcome for further checks.
  public static func judged(
    _ fault: Fault, in world: TrialFixture
  ) throws -> (problem: String?, outcome: Program.Outcome) {
    let (outcome, injectedCount) = try world.run(fault)
    // If no call failed, the trial tested nothing.
    if injectedCount == 0 {
      return (told("no call failed", of: fault, outcome, in: world), outcome)
    }
    let problem =
      fault.manner == .kill
      ? try problem(killed: outcome, in: world) : try problem(outcome, of: fault, in: world)
    return (problem.map { told($0, of: fault, outcome, in: world) }, outcome)
  }

  /// Runs the command and checks only the database.
  ///
  /// Controls must cause damage here.
  ///
  /// - Returns: A description of the damage; `nil` if there is none.
  static func harm(_ fault: Fault, in world: TrialFixture) throws -> String? {
    let outcome = try world.run(fault).outcome
    return harm(of: world.state(), after: outcome, in: world).map {
      told($0, of: fault, outcome, in: world)
    }
  }

  private static func told(
    _ problem: String, of fault: Fault, _ outcome: Program.Outcome, in world: TrialFixture
  ) -> String {
    "\(world.command) \(world.journalMode)\(world.isHeld ? " held open" : ""), \(fault): \(problem)\nstatus \(outcome.status)\n"
      + outcome.output + outcome.errors
  }

  private static func harm(
    of state: (index: Int?, reason: String), after outcome: Program.Outcome, in world: TrialFixture
  ) -> String? {
    guard let index = state.index else { return "neither as before nor as after: \(state.reason)" }
    if outcome.status == world.success, index < world.states.count - 1 {
      return "success is told, and it is not done"
    }
    return nil
  }

  /// A killed program reports nothing and leaves its copies, but the database must be intact.
  private static func problem(
    killed outcome: Program.Outcome, in world: TrialFixture
  ) throws -> String? {
    guard outcome.status == 128 + 9 else { return "it was not killed" }
    let state = world.state()
    guard let index = state.index else { return "neither as before nor as after: \(state.reason)" }
    return world.backupProblem(at: index) ?? world.historyProblem(isWhole: false)
  }

  private static func problem(
    _ outcome: Program.Outcome, of fault: Fault, in world: TrialFixture
  ) throws -> String? {
    // Before this process opens the database, which would recover it.
    let leftovers = try world.leftovers()
    let state = world.state()
    if let harm = harm(of: state, after: outcome, in: world) { return harm }
    guard let index = state.index else { return nil }
    let isDone = index == world.states.count - 1
    let text = outcome.output + outcome.errors
    if outcome.status != world.success {
      if let problem = problem(outcome.status, text, of: fault) { return problem }
      let isInDoubt = text.contains("may contain")
      if isDone, world.states.count > 1, !isInDoubt { return "a failure is told, and it is done" }
      // In rollback journal mode, a commit that the program reports as uncertain has succeeded.
      if isInDoubt, world.journalMode == "delete", world.states.count == 2, !isDone {
        return "what is not done is said to be in doubt"
      }
      if let told = told(text, of: world), !told.contains(index) {
        return "it is the state \(index), and told are \(told)"
      }
      // A copy is never reported as uncertain, since it is discarded.
      if isInDoubt,
        !fault.kind.mayCommit(world.journalMode) || text.contains("The copy may contain")
      {
        return "what cannot have been done is said to be in doubt"
      }
    }
    // If removing files always fails, temporary copies remain.
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

  /// The states that an error message permits; `nil` if it does not name a migration.
  private static func told(_ text: String, of world: TrialFixture) -> ClosedRange<Int>? {
    let names = world.command.files.map { $0.name.prefix { $0 != "." } }
    let after = { (words: String, name: Substring) in
      text.contains("The database \(words) \(name)")
    }
    let first = world.command == .stepAndPrune ? 1 : 0
    for (index, name) in names.enumerated() {
      if after("is in the state before", name) { return index - first...index - first }
      if after("may contain", name) {
        // As above: in rollback journal mode, an uncertain commit has succeeded.
        let isDone = world.journalMode == "delete"
        return index - first + (isDone ? 1 : 0)...index - first + 1
      }
    }
    return nil
  }

  /// Checks the exit status and the reason in the message.
  ///
  /// The status must be that of an I/O error, or, if SQLite only reports `SQLITE_CANTOPEN`, of a
  /// file that cannot be opened or created.
  private static func problem(_ status: Int32, _ text: String, of fault: Fault) -> String? {
    let isTrue =
      switch (status, fault.kind) {
      case (74, _): true
      // A full disk must be reported as an I/O error.
      case (73, .open): fault.manner != .full
      default: false
      }
    if !isTrue { return "the status is not that of the fault" }
    return reasons.contains { text.contains($0) } ? nil : "the reason is not told"
  }

  /// The error messages of the system and of SQLite for these faults.
  private static let reasons = [
    "Input/output error", "No space left on device", "disk I/O error", "database or disk is full",
    "unable to open database",
  ]
}
