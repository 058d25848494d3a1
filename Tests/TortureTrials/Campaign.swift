import MigratorTestSupport

/// Trials of one kind, run for a while, and what came of them.
public struct Campaign: Sendable {
  /// A line of the table.
  public struct Result: Sendable {
    /// What was tried.
    public let name: String
    /// How many trials were made.
    public internal(set) var count = 0
    /// How many there are, where that is known.
    public internal(set) var total: Int?
    /// What went wrong, in words.
    public internal(set) var problems: [String] = []
    /// What else there is to say.
    public internal(set) var remark = ""
    /// Whether something has to go wrong: a control.
    public internal(set) var isControl = false

    /// Whether it came out as it has to.
    public var isRight: Bool { problems.isEmpty != isControl }
  }

  /// What was tried.
  public let name: String
  private let body: @Sendable (_ goesOn: (Result) -> Bool, inout SeededGenerator) throws -> Result

  /// Runs the trials.
  ///
  /// - Parameters:
  ///   - seed: What decides; the same seed chooses the same trials.
  ///   - goesOn: Receives what came of them so far; returns whether to make another.
  /// - Returns: What came of them.
  /// - Throws: What keeps trials from being made at all.
  public func run(seed: UInt64, while goesOn: (Result) -> Bool) throws -> Result {
    var generator = SeededGenerator(seed: seed)
    return try body(goesOn, &generator)
  }

  /// Calls that fail, for each command in each journal mode, with and without another program that has the
  /// database open: SQLite's, and the program's own.
  public static let faults =
    faults(of: "fault") { !$0.isOwn } + faults(of: "own fault", \.isOwn) + parts

  private static func faults(
    of what: String, _ isMeant: @escaping @Sendable (Fault.Kind) -> Bool
  ) -> [Campaign] {
    pairs(of: what, TrialCommand.promised).flatMap { name, command, mode in
      [faults(of: name, command, mode, isMeant)]
        + (mode == "wal"
          ? [faults(of: "\(name), held open", command, mode, isHeld: true, isMeant)] : [])
    }
  }

  private static func faults(
    of name: String, _ command: TrialCommand, _ mode: String, isHeld: Bool = false,
    _ isMeant: @escaping @Sendable (Fault.Kind) -> Bool
  ) -> Campaign {
    Campaign(name: name) { goesOn, generator in
      let world = try TrialWorld(command, journalMode: mode, isHeld: isHeld)
      let all = world.faults.filter { isMeant($0.kind) }.shuffled(using: &generator)
      var result = Result(name: name, total: all.count)
      for fault in all where goesOn(result) {
        result.count += 1
        if let problem = try FaultTrial.problem(fault, in: world) {
          result.problems.append(problem)
        }
      }
      return result
    }
  }

  /// The same for a step that no transaction holds together.
  private static let parts = [("delete", false), ("wal", false), ("wal", true)].map {
    mode, isHeld in
    let held = isHeld ? ", held open" : ""
    let name = "fault: \(TrialCommand.unwrapped.rawValue), \(mode)\(held)"
    return Campaign(name: name) { goesOn, generator in
      let trial = try PartTrial(journalMode: mode, isHeld: isHeld)
      let all = trial.world.faults.shuffled(using: &generator)
      var result = Result(name: name, total: all.count)
      for fault in all where goesOn(result) {
        result.count += 1
        if let problem = try trial.problem(fault) { result.problems.append(problem) }
      }
      return result
    }
  }

  /// Power that is lost, for each command that writes in each journal mode.
  public static let powerLosses = pairs(
    of: "power loss", TrialCommand.writing
  ).map { name, command, mode in
    Campaign(name: name) { goesOn, generator in
      let loss = try PowerLoss(TrialWorld(command, journalMode: mode))
      var result = Result(name: name)
      var lostCount = 0
      while goesOn(result) {
        let outcome = try loss.run(1, using: &generator)
        result.count += 1
        lostCount += outcome.lostCount
        result.problems += outcome.problems
      }
      if lostCount > 0 { result.remark = "\(lostCount) whole, but without what was told done" }
      return result
    }
  }

  /// Real processes: killed at any moment, started two at a time, typed at.
  public static let processes: [Campaign] =
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
    }

  private static func process(
    _ name: String, _ mode: String,
    _ problem: @escaping @Sendable (TrialWorld, inout SeededGenerator) throws -> String?
  ) -> Campaign {
    Campaign(name: name) { goesOn, generator in
      let world = try TrialWorld(.stepAll, journalMode: mode)
      var result = Result(name: name)
      while goesOn(result) {
        result.count += 1
        result.problems += try problem(world, &generator).map { [$0] } ?? []
      }
      return result
    }
  }

  private static func typed(_ name: String, _ mode: String) -> Campaign {
    Campaign(name: name) { goesOn, generator in
      let world = try TrialWorld(.stepAll, journalMode: mode)
      var result = Result(name: name)
      var answerCount = 0
      while goesOn(result) {
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

  /// Files that another program replaces, deletes or truncates at any moment.
  public static let displacements = [TrialCommand.stepAll, .restore].flatMap { command in
    ["delete", "wal"].map { displaced("displaced: \(command.rawValue), \($0)", command, $0) }
  }

  private static func displaced(
    _ name: String, _ command: TrialCommand, _ mode: String
  ) -> Campaign {
    Campaign(name: name) { goesOn, generator in
      let trial = try DisplacedTrial(TrialWorld(command, journalMode: mode))
      var result = Result(name: name)
      var earlyCount = 0
      while goesOn(result) {
        let outcome = try trial.problem(using: &generator)
        result.count += 1
        earlyCount += outcome.isEarly ? 1 : 0
        result.problems += outcome.problem.map { [$0] } ?? []
      }
      result.remark = "\(earlyCount) before the last commit"
      return result
    }
  }

  /// Triggers on the ledger.
  public static let triggers = [
    Campaign(name: "trigger on a ledger") { goesOn, generator in
      var result = Result(name: "trigger on a ledger")
      while goesOn(result) {
        result.count += 1
        let problem = try LedgerTriggerTrial(isBlind: false).problem(using: &generator)
        result.problems += problem.map { [$0] } ?? []
      }
      return result
    }
  ]

  /// Odd bytes, in processes that may end.
  public static let fuzzing = FuzzTarget.allCases.map { target in
    Campaign(name: "fuzz: \(target.rawValue)") { goesOn, generator in
      var result = Result(name: "fuzz: \(target.rawValue)")
      while goesOn(result) {
        let seed = UInt64.random(in: 0..<1 << 40, using: &generator)
        let part = try FuzzRun.start(target, seconds: 5, count: 500, seed: seed)
        result.count += part.count
        result.problems += part.problems
      }
      return result
    }
  }

  /// What nothing can hold against: were no harm found there, the trials would look at nothing.
  public static let controls: [Campaign] =
    ["delete", "wal"].flatMap { mode in
      [
        control("writes that are told and not done, \(mode)") { goesOn, generator, result in
          let world = try TrialWorld(.step, journalMode: mode)
          let count = world.counts[.write] ?? 0
          for number in (1...max(1, count)).shuffled(using: &generator) where goesOn(result) {
            result.count += 1
            let harm = try FaultTrial.harm(Fault(.write, number, .lie), in: world)
            result.problems += harm.map { [$0] } ?? []
          }
        },
        control("faults without a transaction, \(mode)") { goesOn, generator, result in
          let world = try TrialWorld(.unwrapped, journalMode: mode)
          for fault in world.faults.shuffled(using: &generator) where goesOn(result) {
            result.count += 1
            result.problems += try FaultTrial.harm(fault, in: world).map { [$0] } ?? []
          }
        },
        control("faults at calls that are not made, \(mode)") { goesOn, generator, result in
          let world = try TrialWorld(.step, journalMode: mode)
          for kind in Fault.Kind.allCases.shuffled(using: &generator) where goesOn(result) {
            result.count += 1
            let fault = Fault(kind, (world.counts[kind] ?? 0) + 1_000, .once)
            result.problems += try FaultTrial.problem(fault, in: world).map { [$0] } ?? []
          }
        },
        control("power loss, syncs told and not done, \(mode)") { goesOn, generator, result in
          let loss = try PowerLoss(TrialWorld(.step, journalMode: mode), isSynced: false)
          while goesOn(result) {
            result.count += 1
            result.problems += try loss.run(1, using: &generator).problems
          }
        },
      ]
    } + disturbed + blind

  private static let blind = [
    control("a trigger on a ledger, and nobody compares") { goesOn, generator, result in
      while goesOn(result) {
        result.count += 1
        let problem = try LedgerTriggerTrial(isBlind: true).problem(using: &generator)
        result.problems += problem.map { [$0] } ?? []
      }
    },
    control("a displaced file, and success is reported") { goesOn, generator, result in
      let trial = try DisplacedTrial(TrialWorld(.stepAll, journalMode: "delete"), isBlind: true)
      while goesOn(result) {
        result.count += 1
        result.problems += try trial.problem(using: &generator).problem.map { [$0] } ?? []
      }
    },
  ]

  private static let disturbed = TerminalTrial.Disturbance.allCases.map { disturbance in
    control("a console \(disturbance.rawValue)") { goesOn, generator, result in
      let world = try TrialWorld(.stepAll, journalMode: "delete")
      while goesOn(result) {
        let outcome = try TerminalTrial.run(in: world, disturbed: disturbance, using: &generator)
        result.count += 1
        result.problems += outcome.problem.map { [$0] } ?? []
      }
    }
  }

  private static func control(
    _ name: String,
    _ body:
      @escaping @Sendable (_ goesOn: (Result) -> Bool, inout SeededGenerator, inout Result) throws
      ->
      Void
  ) -> Campaign {
    let name = "control: \(name)"
    return Campaign(name: name) { goesOn, generator in
      var result = Result(name: name, isControl: true)
      try body(goesOn, &generator, &result)
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
    _ body: @escaping @Sendable (_ goesOn: (Result) -> Bool, inout SeededGenerator) throws -> Result
  ) {
    (self.name, self.body) = (name, body)
  }
}

extension Campaign {
  /// All, in the order of the table.
  public static let all =
    faults + powerLosses + processes + displacements + triggers + locks + fuzzing + controls
    + lockControls
}
