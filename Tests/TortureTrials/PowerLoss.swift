public import MigratorTestSupport

/// A command whose power is cut, at every moment and with everything that a disk may then have lost.
public struct PowerLoss {
  private let world: TrialWorld
  private let log: ChangeLog

  /// What the trials found.
  public struct Outcome: Sendable {
    /// How many states of the disk were looked at.
    public var count = 0
    /// In how many of them nothing was kept that the command had told to be done.
    ///
    /// With a rollback journal SQLite does not sync the folder after the journal is deleted, and promises
    /// no more.
    public var lostCount = 0
    /// The states that hold neither what was before nor what was after, in words.
    public var problems: [String] = []
  }

  /// Runs the command once, without faults, and writes down what it does.
  ///
  /// - Parameters:
  ///   - world: The command and its files.
  ///   - isSynced: Whether the file system does the syncs that it tells; where it lies, nobody can hold.
  /// - Throws: ``TrialFailure`` when the command does not succeed.
  public init(_ world: TrialWorld, isSynced: Bool = true) throws {
    self.world = world
    let path = world.path("changes")
    let outcome = try world.run(
      ["FAULT_LOG": path].merging(isSynced ? [:] : ["FAULT_UNSYNCED": "1"]) { $1 })
    guard outcome.status == world.success else {
      throw TrialFailure(description: "without faults: \(outcome)")
    }
    log = try ChangeLog(world.bytes("changes"), of: world.database)
  }

  /// Cuts the power at moments and looks at what the next program finds.
  ///
  /// - Parameters:
  ///   - count: How many states of the disk to look at.
  ///   - isAtEnd: Whether the power is cut once the command has told that it is done.
  ///   - generator: What chooses them.
  /// - Returns: What was found.
  /// - Throws: The error of the file system.
  public func run(
    _ count: Int, atEnd isAtEnd: Bool = false, using generator: inout SeededGenerator
  ) throws -> Outcome {
    var outcome = Outcome()
    for _ in 0..<count {
      let moment =
        isAtEnd ? log.changes.count : Int.random(in: 0...log.changes.count, using: &generator)
      var disk = Disk(world.originals)
      for change in log.changes.prefix(moment) { disk.make(change) }
      let keeping = Disk.Keeping.allCases.randomElement(using: &generator) ?? .some
      try world.place(disk.afterLoss(keeping: keeping, using: &generator))
      let state = world.state()
      outcome.count += 1
      if state.index == nil {
        outcome.problems.append(
          "\(world.command) \(world.journalMode), power lost after change \(moment) of "
            + "\(log.changes.count), \(keeping) kept: \(state.reason)")
      } else if moment == log.changes.count, state.index != world.states.count - 1 {
        outcome.lostCount += 1
      }
    }
    return outcome
  }
}
