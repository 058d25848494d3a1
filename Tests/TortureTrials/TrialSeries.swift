import MigratorTestSupport

/// A series of trials of one kind and its result.
public struct TrialSeries: Sendable {
  /// A row of the result table.
  public struct Result: Sendable {
    /// The name of the trials.
    public let name: String
    /// The number of trials that ran.
    public internal(set) var count = 0
    /// The number of possible trials, if it is known.
    public internal(set) var total: Int?
    /// A description of each problem found.
    public internal(set) var problems: [String] = []
    /// A note for the last column of the table.
    public internal(set) var remark = ""
    /// True if the trials must find a problem, because they are a control.
    public internal(set) var isControl = false

    /// True if the trials passed: a control must find a problem, other trials must not.
    public var hasPassed: Bool { problems.isEmpty != isControl }
  }

  /// The name of the trials.
  public let name: String
  private let body:
    @Sendable (_ shouldContinue: (Result) -> Bool, inout SeededGenerator) throws -> Result

  /// Runs the trials.
  ///
  /// - Parameters:
  ///   - seed: The random seed; the same seed selects the same trials.
  ///   - shouldContinue: Receives the result so far and returns whether to run another trial.
  /// - Returns: The final result.
  /// - Throws: An error that prevents the trials from running.
  public func run(seed: UInt64, while shouldContinue: (Result) -> Bool) throws -> Result {
    var generator = SeededGenerator(seed: seed)
    return try body(shouldContinue, &generator)
  }

  /// Injected call failures, for each command and journal mode.
  ///
  /// The failing calls are SQLite's or the program's own. In WAL mode the trials also run with the
  /// database held open by another connection.
  public static let faults =
    faults(of: "fault") { !$0.isOwn } + faults(of: "own fault", \.isOwn) + parts

  private static func faults(
    of what: String, _ isMeant: @escaping @Sendable (Fault.Kind) -> Bool
  ) -> [TrialSeries] {
    pairs(of: what, TrialCommand.promised).flatMap { name, command, mode in
      [faults(of: name, command, mode, isMeant)]
        + (mode == "wal"
          ? [faults(of: "\(name), held open", command, mode, isHeld: true, isMeant)] : [])
    }
  }

  private static func faults(
    of name: String, _ command: TrialCommand, _ mode: String, isHeld: Bool = false,
    _ isMeant: @escaping @Sendable (Fault.Kind) -> Bool
  ) -> TrialSeries {
    TrialSeries(name: name) { shouldContinue, generator in
      let world = try TrialFixture(command, journalMode: mode, isHeld: isHeld)
      let all = world.faults.filter { isMeant($0.kind) }.shuffled(using: &generator)
      var result = Result(name: name, total: all.count)
      for fault in all where shouldContinue(result) {
        result.count += 1
        if let problem = try FaultTrial.problem(fault, in: world) {
          result.problems.append(problem)
        }
      }
      return result
    }
  }

  /// Failures during a step that runs outside a transaction.
  private static let parts = [("delete", false), ("wal", false), ("wal", true)].map {
    mode, isHeld in
    let held = isHeld ? ", held open" : ""
    let name = "fault: \(TrialCommand.unwrapped.rawValue), \(mode)\(held)"
    return TrialSeries(name: name) { shouldContinue, generator in
      let trial = try PartTrial(journalMode: mode, isHeld: isHeld)
      let all = trial.world.faults.shuffled(using: &generator)
      var result = Result(name: name, total: all.count)
      for fault in all where shouldContinue(result) {
        result.count += 1
        if let problem = try trial.problem(fault) { result.problems.append(problem) }
      }
      return result
    }
  }

  /// Power losses, for each writing command and journal mode.
  public static let powerLosses = pairs(
    of: "power loss", TrialCommand.writing
  ).map { name, command, mode in
    TrialSeries(name: name) { shouldContinue, generator in
      let loss = try PowerLoss(TrialFixture(command, journalMode: mode))
      var result = Result(name: name)
      var lostCount = 0
      while shouldContinue(result) {
        let outcome = try loss.run(1, using: &generator)
        result.count += 1
        lostCount += outcome.lostCount
        result.problems += outcome.problems
      }
      if lostCount > 0 { result.remark = "\(lostCount) whole, but without what was told done" }
      return result
    }
  }

  /// Trials with real processes: killed at random moments, racing in pairs, or driven by keys.
  public static let processes: [TrialSeries] =
    ["delete", "wal"].flatMap { mode in
      [
        process("kill at any moment: step --all, \(mode)", mode) {
          try ProcessTrial.problem(killed: $0, using: &$1)
        },
        process("race of two: step --all, \(mode)", mode) { world, _ in
          try ProcessTrial.problem(racing: world)
        },
        typed("typed at: console, \(mode)", mode),
      ]
    } + ended

  /// Trials in which a signal ends a command that only reads.
  private static let ended: [TrialSeries] = [TrialCommand.check, .checkHistory].flatMap { command in
    ["delete", "wal"].map { mode in
      process("ended at any moment: \(command.rawValue), \(mode)", mode, command) {
        try ProcessTrial.problem(ended: $0, using: &$1)
      }
    }
  }

  private static func process(
    _ name: String, _ mode: String, _ command: TrialCommand = .stepAll,
    _ problem: @escaping @Sendable (TrialFixture, inout SeededGenerator) throws -> String?
  ) -> TrialSeries {
    TrialSeries(name: name) { shouldContinue, generator in
      let world = try TrialFixture(command, journalMode: mode)
      var result = Result(name: name)
      while shouldContinue(result) {
        result.count += 1
        result.problems += try problem(world, &generator).map { [$0] } ?? []
      }
      return result
    }
  }

  private static func typed(_ name: String, _ mode: String) -> TrialSeries {
    TrialSeries(name: name) { shouldContinue, generator in
      let world = try TrialFixture(.stepAll, journalMode: mode)
      var result = Result(name: name)
      var answerCount = 0
      while shouldContinue(result) {
        let outcome = try TerminalTrial.run(in: world, using: &generator)
        result.count += 1
        answerCount += outcome.hasAnswered ? 1 : 0
        result.problems += outcome.problem.map { [$0] } ?? []
      }
      result.remark = "\(answerCount) drew anew for what was typed"
      if result.count > 2, answerCount == 0 { result.problems.append("none drew for a key") }
      return result
    }
  }

  /// Trials in which another program replaces, deletes or truncates the database file.
  public static let displacements = [TrialCommand.stepAll, .restore].flatMap { command in
    ["delete", "wal"].map { displaced("displaced: \(command.rawValue), \($0)", command, $0) }
  }

  private static func displaced(
    _ name: String, _ command: TrialCommand, _ mode: String
  ) -> TrialSeries {
    TrialSeries(name: name) { shouldContinue, generator in
      let trial = try DisplacedTrial(TrialFixture(command, journalMode: mode))
      var result = Result(name: name)
      var earlyCount = 0
      while shouldContinue(result) {
        let outcome = try trial.problem(using: &generator)
        result.count += 1
        earlyCount += outcome.isEarly ? 1 : 0
        result.problems += outcome.problem.map { [$0] } ?? []
      }
      result.remark = "\(earlyCount) before the last commit"
      return result
    }
  }

  /// Trials with triggers on the ledger.
  public static let triggers = [
    TrialSeries(name: "trigger on a ledger") { shouldContinue, generator in
      var result = Result(name: "trigger on a ledger")
      while shouldContinue(result) {
        result.count += 1
        let problem = try LedgerTriggerTrial(isBlind: false).problem(using: &generator)
        result.problems += problem.map { [$0] } ?? []
      }
      return result
    }
  ]

  /// Fuzzing in subprocesses, which may crash.
  public static let fuzzing = FuzzTarget.allCases.map { target in
    TrialSeries(name: "fuzz: \(target.rawValue)") { shouldContinue, generator in
      var result = Result(name: "fuzz: \(target.rawValue)")
      while shouldContinue(result) {
        let seed = UInt64.random(in: 0..<1 << 40, using: &generator)
        let part = try FuzzRun.start(target, seconds: 5, count: 500, seed: seed)
        result.count += part.count
        result.problems += part.problems
      }
      return result
    }
  }

  /// Controls: these trials must find a problem, which proves that the checks work.
  public static let controls: [TrialSeries] =
    ["delete", "wal"].flatMap { mode in
      [
        control("writes that are told and not done, \(mode)") { shouldContinue, generator, result in
          let world = try TrialFixture(.step, journalMode: mode)
          let count = world.counts[.write] ?? 0
          for number in (1...max(1, count)).shuffled(using: &generator) where shouldContinue(result)
          {
            result.count += 1
            let harm = try FaultTrial.harm(Fault(.write, number, .lie), in: world)
            result.problems += harm.map { [$0] } ?? []
          }
        },
        control("faults without a transaction, \(mode)") { shouldContinue, generator, result in
          let world = try TrialFixture(.unwrapped, journalMode: mode)
          for fault in world.faults.shuffled(using: &generator) where shouldContinue(result) {
            result.count += 1
            result.problems += try FaultTrial.harm(fault, in: world).map { [$0] } ?? []
          }
        },
        control("faults at calls that are not made, \(mode)") { shouldContinue, generator, result in
          let world = try TrialFixture(.step, journalMode: mode)
          for kind in Fault.Kind.allCases.shuffled(using: &generator) where shouldContinue(result) {
            result.count += 1
            let fault = Fault(kind, (world.counts[kind] ?? 0) + 1_000, .once)
            result.problems += try FaultTrial.problem(fault, in: world).map { [$0] } ?? []
          }
        },
        control("power loss, syncs told and not done, \(mode)") {
          shouldContinue, generator, result in
          let loss = try PowerLoss(TrialFixture(.step, journalMode: mode), isSynced: false)
          while shouldContinue(result) {
            result.count += 1
            result.problems += try loss.run(1, using: &generator).problems
          }
        },
      ]
    } + disturbed + blind

  private static let blind = [
    control("a trigger on a ledger, and nobody compares") { shouldContinue, generator, result in
      while shouldContinue(result) {
        result.count += 1
        let problem = try LedgerTriggerTrial(isBlind: true).problem(using: &generator)
        result.problems += problem.map { [$0] } ?? []
      }
    },
    control("a displaced file, and success is reported") { shouldContinue, generator, result in
      let trial = try DisplacedTrial(TrialFixture(.stepAll, journalMode: "delete"), isBlind: true)
      while shouldContinue(result) {
        result.count += 1
        result.problems += try trial.problem(using: &generator).problem.map { [$0] } ?? []
      }
    },
  ]

  private static let disturbed = TerminalTrial.Disturbance.allCases.map { disturbance in
    control("a console \(disturbance.rawValue)") { shouldContinue, generator, result in
      let world = try TrialFixture(.stepAll, journalMode: "delete")
      while shouldContinue(result) {
        let outcome = try TerminalTrial.run(in: world, disturbed: disturbance, using: &generator)
        result.count += 1
        result.problems += outcome.problem.map { [$0] } ?? []
      }
    }
  }

  private static func control(
    _ name: String,
    _ body:
      @escaping @Sendable (_ shouldContinue: (Result) -> Bool, inout SeededGenerator, inout Result)
      throws
      ->
      Void
  ) -> TrialSeries {
    let name = "control: \(name)"
    return TrialSeries(name: name) { shouldContinue, generator in
      var result = Result(name: name, isControl: true)
      try body(shouldContinue, &generator, &result)
      return result
    }
  }

  private static func pairs(
    of what: String, _ commands: [TrialCommand]
  ) -> [(String, TrialCommand, String)] {
    commands.flatMap { command in
      ["delete", "wal"].map { ("\(what): \(command.rawValue), \($0)", command, $0) }
    }
  }

  init(
    name: String,
    _ body:
      @escaping @Sendable (_ shouldContinue: (Result) -> Bool, inout SeededGenerator) throws ->
      Result
  ) {
    (self.name, self.body) = (name, body)
  }
}

extension TrialSeries {
  /// All campaigns, in the order of the table.
  public static let all =
    faults + powerLosses + processes + displacements + triggers + locks + fuzzing + controls
    + lockControls
}
