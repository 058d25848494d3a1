import MigratorTestSupport
import TestTraits
import Testing
import TortureTrials

/// A few trials of each kind, the same in every run; `make torture` makes them by the thousand.
///
/// `.serialized`: each of them starts programs enough to keep the machine busy.
@Suite(.ahead, .serialized, .timeLimit(.minutes(15))) struct CampaignTests {
  /// A fifth of the faults and of the lost power, so that both modes and most commands are seen; all of the
  /// processes.
  private static let held =
    (Campaign.faults + Campaign.powerLosses).enumerated()
    .filter { index, _ in index % 5 == 0 }.map(\.element.name)
    + (Campaign.processes + Campaign.displacements + Campaign.triggers).map(\.name)

  @Test(arguments: held)
  func `whatever fails, the file is as before or as after, and what is told is true`(
    _ name: String
  ) async throws {
    let campaign = try #require(Campaign.all.first { $0.name == name })
    let limit = name.hasPrefix("power loss") ? 20 : 3
    let result = try await OwnThread.run { try campaign.run(seed: 20) { $0.count < limit } }
    #expect(result.count > 0)
    #expect(result.problems == [])
  }

  /// The first inputs of a seed; each target once more under `make fuzz`.
  @Test(arguments: FuzzTarget.allCases)
  func `odd bytes end nothing, and nothing that is looked at changes`(
    _ target: FuzzTarget
  ) async throws {
    let found = try await OwnThread.run {
      try FuzzRun.start(target, seconds: 1, count: 15, seed: 20)
    }
    #expect(found.count > 0)
    #expect(found.problems == [])
  }

  /// The calls at which a fault was once told as something else: a file that cannot be read as an error of
  /// the program, what is restored and cannot be read again as damaged.
  @Test func `a fault while reading is called one`() async throws {
    let problems = try await OwnThread.run {
      let step = try TrialWorld(.step, journalMode: "delete")
      let restore = try TrialWorld(.restore, journalMode: "delete")
      let reads = step.faults.filter { $0.kind == .read && $0.manner == .once }.dropFirst(5).prefix(
        4)
      let locks = restore.faults.filter { $0.kind == .lock && $0.manner == .once }.suffix(3)
      return try reads.compactMap { try FaultTrial.problem($0, in: step) }
        + locks.compactMap { try FaultTrial.problem($0, in: restore) }
    }
    #expect(problems == [])
  }

  /// The calls at which a fault was once told as damage of the database or as a fault of the migration.
  @Test func `a fault of the disk is neither damage nor the migration's fault`() async throws {
    let problems = try await OwnThread.run {
      let check = try TrialWorld(.check, journalMode: "wal")
      let steps = try ["delete", "wal"].map { try TrialWorld(.step, journalMode: $0) }
      let backup = try TrialWorld(.stepWithBackup, journalMode: "delete")
      let once = { (world: TrialWorld, kind: Fault.Kind) in
        world.faults.filter { $0.kind == kind && $0.manner == .once }
      }
      return try once(check, .read).dropFirst(8).prefix(12)
        .compactMap { try FaultTrial.problem($0, in: check) }
        + once(steps[0], .open).compactMap { try FaultTrial.problem($0, in: steps[0]) }
        + once(steps[1], .read).dropFirst(34).prefix(8)
        .compactMap { try FaultTrial.problem($0, in: steps[1]) }
        // That of a copy whose journal mode is switched.
        + once(backup, .delete).prefix(1).compactMap { try FaultTrial.problem($0, in: backup) }
    }
    #expect(problems == [])
  }

  /// The calls at which a fault was once told as a file that cannot be used, or not be made.
  @Test func `a fault at a file of the program's own has one status`() async throws {
    let problems = try await OwnThread.run {
      let world = try TrialWorld(.dryRun, journalMode: "delete")
      // A file whose first reading fails is read again.
      return try world.faults.filter {
        ([.fileOpen, .fileFolder].contains($0.kind) && $0.manner == .once)
          || ([.fileOpen, .fileRead].contains($0.kind) && $0.manner == .always)
      }.compactMap { try FaultTrial.problem($0, in: world) }
    }
    #expect(problems == [])
  }

  /// Beside a program that has the file open, what it left in the `-wal` was taken for another state where it
  /// could not be read, or not at once, and a disk that failed for a want of permission.
  @Test func `a log that cannot be read is neither another state nor forbidden`() async throws {
    let (counts, problems) = try await OwnThread.run {
      let step = try TrialWorld(.step, journalMode: "wal", isHeld: true)
      let trial = try TrialWorld(.dryRun, journalMode: "wal", isHeld: true)
      let reads = step.faults.filter { $0.kind == .fileRead && $0.manner != .always }
      let openings = trial.faults.filter { $0.kind == .fileOpen && $0.manner == .once }
      return (
        [reads.count, openings.count],
        try reads.compactMap { try FaultTrial.problem($0, in: step) }
          + openings.compactMap { try FaultTrial.problem($0, in: trial) }
      )
    }
    #expect(!counts.contains(0))
    #expect(problems == [])
  }

  /// What SQLite's own search for damage cannot read it calls damaged, a page of pointers among them.
  @Test func `a page of pointers that could not be read is not called damaged`() async throws {
    let problems = try await OwnThread.run {
      let world = try TrialWorld(
        .dryRun, journalMode: "delete", pragmas: "PRAGMA auto_vacuum = FULL;")
      return try world.faults.filter { $0.kind == .read && $0.manner == .once }
        .dropFirst(30).prefix(12).compactMap { try FaultTrial.problem($0, in: world) }
    }
    #expect(problems == [])
  }

  /// The trials take no time to sync, and once took no fault of a sync for it either.
  @Test(arguments: ["delete", "wal"])
  func `a sync that fails is met, and told`(_ journalMode: String) async throws {
    let trials = try await OwnThread.run {
      let world = try TrialWorld(.step, journalMode: journalMode)
      return try world.faults.filter { $0.kind == .sync && $0.manner != .kill }
        .map { try FaultTrial.judged($0, in: world) }
    }
    #expect(trials.compactMap(\.problem) == [])
    #expect(trials.count >= 2)
    #expect(trials.prefix(2).allSatisfy { $0.outcome.status == 74 })
  }

  /// Commits that failed, and were found done by whoever opened the file next: a step told that nothing was
  /// kept, and a restore removed what the database had held.
  @Test(arguments: [
    (TrialCommand.stepAll, "wal", false, Fault.Kind.sync, Fault.Manner.always, "may hold 3_scores"),
    (.step, "wal", true, .sync, .always, "may hold 1_country"),
    (
      .restore, "delete", false, .truncate, .once,
      "may hold all of it. What it held before is kept in"
    ),
    (
      .restore, "delete", false, .size, .once,
      "may hold all of it. What it held before is kept in"
    ),
    (.repair, "wal", true, .sync, .always, "may hold all of it. What it held before is kept in"),
  ])
  func `of a commit that may be done all the same nothing else is told`(
    _ command: TrialCommand, _ mode: String, isHeld: Bool, _ kind: Fault.Kind,
    _ manner: Fault.Manner, _ words: String
  ) async throws {
    let trials = try await OwnThread.run {
      let world = try TrialWorld(command, journalMode: mode, isHeld: isHeld)
      return try world.faults.filter { $0.kind == kind && $0.manner == manner }
        .map { try FaultTrial.judged($0, in: world) }
    }
    #expect(trials.compactMap(\.problem) == [])
    #expect(trials.contains { ($0.outcome.output + $0.outcome.errors).contains(words) })
  }

  /// A commit that may be done was once "the next statement" where it was that of several, and a migration
  /// that was recorded had failed where what it did could not be looked at.
  @Test func `how much stays of a step without a transaction is told`() async throws {
    let (counts, problems) = try await OwnThread.run {
      let trial = try PartTrial(journalMode: "wal", isHeld: false)
      let syncs = trial.world.faults.filter { $0.kind == .sync && $0.manner != .kill }
      let locks = trial.world.faults.filter { $0.kind == .lock && $0.manner == .once }.suffix(12)
      return ([syncs.count, locks.count], try (syncs + locks).compactMap(trial.problem))
    }
    #expect(!counts.contains(0))
    #expect(problems == [])
  }

  /// A backup once had its first name as well, where that could not be removed, and a scratch copy stayed
  /// that could not be removed at the first attempt.
  @Test func `what cannot be removed leaves nothing unsaid`() async throws {
    let problems = try await OwnThread.run {
      let step = try TrialWorld(.stepWithBackup, journalMode: "wal")
      let repair = try TrialWorld(.repair, journalMode: "delete")
      let removals = { (world: TrialWorld) in world.faults.filter { $0.kind == .fileRemove } }
      return try removals(step).prefix(6).compactMap { try FaultTrial.problem($0, in: step) }
        + removals(repair).prefix(3).compactMap { try FaultTrial.problem($0, in: repair) }
    }
    #expect(problems == [])
  }

  /// SQLite cuts the file when the journal is deleted already: where that was lost and the cut was not, the
  /// file was malformed.
  @Test(arguments: [TrialCommand.restore, .vacuum])
  func `power that is lost after the file was made smaller takes nothing of it back`(
    _ command: TrialCommand
  ) async throws {
    let outcome = try await OwnThread.run {
      var generator = SeededGenerator(seed: 20)
      return try PowerLoss(TrialWorld(command, journalMode: "delete"))
        .run(40, atEnd: true, using: &generator)
    }
    #expect(outcome.problems == [])
    #expect(outcome.lostCount == 0)
  }

  @Test(arguments: Campaign.controls.enumerated().filter { $0.offset % 2 == 0 }.map(\.element.name))
  func `what nobody can hold against is found out`(_ name: String) async throws {
    let campaign = try #require(Campaign.all.first { $0.name == name })
    // Until the first harm, which comes soon.
    let result = try await OwnThread.run {
      try campaign.run(seed: 20) { $0.problems.isEmpty && $0.count < 60 }
    }
    #expect(!result.problems.isEmpty)
  }
}
