public import MigratorTestSupport

/// A command interrupted by a power loss at any moment, with any permitted loss of unsynced data.
public struct PowerLoss {
  private let world: TrialFixture
  private let log: ChangeLog

  /// The result of the trials.
  public struct Outcome: Sendable {
    /// The number of disk states examined.
    public var count = 0
    /// The number of states that lack a change reported as done.
    ///
    /// In rollback journal mode, SQLite does not sync the folder after deleting the journal, so
    /// such states are permitted.
    public var lostCount = 0
    /// A description of each state that matches neither the old nor a new state.
    public var problems: [String] = []
  }

  /// Runs the command once without faults and logs its changes.
  ///
  /// - Parameters:
  ///   - world: The command and its files.
  ///   - isSynced: True if syncs take effect; if not, the run is a control.
  /// - Throws: ``TrialFailure`` if the command fails.
  public init(_ world: TrialFixture, isSynced: Bool = true) throws {
    self.world = world
    let path = world.path("changes")
    let outcome = try world.run(
      ["FAULT_LOG": path].merging(isSynced ? [:] : ["FAULT_UNSYNCED": "1"]) { $1 })
    guard outcome.status == world.success else {
      throw TrialFailure(description: "without faults: \(outcome)")
    }
    log = try ChangeLog(world.bytes("changes"), of: world.database)
  }

  /// Cuts the power at random moments and checks the resulting databases.
  ///
  /// - Parameters:
  ///   - count: The number of disk states to check.
  ///   - isAtEnd: True to cut the power only after the command has reported success.
  ///   - generator: The source of randomness.
  /// - Returns: The result of the checks.
  /// - Throws: An error of the file system.
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
