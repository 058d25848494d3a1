import MigratorTestSupport
import TestTraits
import Testing
import TortureTrials

/// A few trials of each kind, with a fixed seed; `make torture` runs thousands.
///
/// `.serialized`: each trial starts enough processes to use all cores.
@Suite(.ahead, .serialized) struct CampaignTests {
  /// A tenth of the fault and power loss campaigns, which covers both journal modes and most
  /// commands, and all process campaigns.
  private static let held =
    (TrialSeries.faults + TrialSeries.powerLosses).enumerated()
    .filter { index, _ in index % 10 == 0 }.map(\.element.name)
    + (TrialSeries.processes + TrialSeries.displacements + TrialSeries.triggers).map(\.name)

  /// Every fourth fault of each kind and manner; `make torture` tries all.
  private static func sample(_ faults: [Fault]) -> [Fault] {
    Dictionary(grouping: faults) { "\($0.kind) \($0.manner)" }.values
      .flatMap { faults in stride(from: 0, to: faults.count, by: 4).map { faults[$0] } }
  }

  @Test(arguments: held)
  func `after any fault, the database is in the old or the new state, and the report is correct`(
    _ name: String
  ) async throws {
    let campaign = try #require(TrialSeries.all.first { $0.name == name })
    let limit = name.hasPrefix("power loss") ? 10 : 3
    let result = try await DetachedThread.run { try campaign.run(seed: 20) { $0.count < limit } }
    #expect(result.count > 0)
    #expect(result.problems == [])
  }

  /// The first inputs of a seed; `make fuzz` runs each target for longer.
  @Test(arguments: FuzzTarget.allCases)
  func `fuzzed input does not crash the program, and reading does not change files`(
    _ target: FuzzTarget
  ) async throws {
    let found = try await DetachedThread.run {
      try FuzzRun.start(target, seconds: 1, count: 15, seed: 20)
    }
    #expect(found.count > 0)
    #expect(found.problems == [])
  }

  /// Regression: an unreadable file was reported as an internal error, and a restored file that
  /// could not be re-read as damaged.
  @Test func `a read error is reported as a read error`() async throws {
    let problems = try await DetachedThread.run {
      let step = try TrialFixture(.step, journalMode: "delete")
      let restore = try TrialFixture(.restore, journalMode: "delete")
      let reads = step.faults.filter { $0.kind == .read && $0.manner == .once }.dropFirst(5).prefix(
        4)
      let locks = restore.faults.filter { $0.kind == .lock && $0.manner == .once }.suffix(3)
      return try reads.compactMap { try FaultTrial.problem($0, in: step) }
        + locks.compactMap { try FaultTrial.problem($0, in: restore) }
    }
    #expect(problems == [])
  }

  /// Regression: these faults were reported as database corruption or as an error of the migration.
  @Test func `a disk error is not reported as corruption or a failed migration`() async throws {
    let problems = try await DetachedThread.run {
      let check = try TrialFixture(.check, journalMode: "wal")
      let steps = try ["delete", "wal"].map { try TrialFixture(.step, journalMode: $0) }
      let backup = try TrialFixture(.stepWithBackup, journalMode: "delete")
      let once = { (world: TrialFixture, kind: Fault.Kind) in
        world.faults.filter { $0.kind == kind && $0.manner == .once }
      }
      return try once(check, .read).dropFirst(8).prefix(12)
        .compactMap { try FaultTrial.problem($0, in: check) }
        + once(steps[0], .open).compactMap { try FaultTrial.problem($0, in: steps[0]) }
        + once(steps[1], .read).dropFirst(34).prefix(8)
        .compactMap { try FaultTrial.problem($0, in: steps[1]) }
        // Deletes the journal of a copy whose journal mode is switched.
        + once(backup, .delete).prefix(1).compactMap { try FaultTrial.problem($0, in: backup) }
    }
    #expect(problems == [])
  }

  /// Regression: these faults were reported as an unusable file or an output file that cannot be
  /// created.
  @Test func `all I/O errors in the program's own files have the same exit status`() async throws {
    let problems = try await DetachedThread.run {
      let world = try TrialFixture(.dryRun, journalMode: "delete")
      // The program retries a file whose first read fails.
      let faults = world.faults.filter {
        ([.fileOpen, .fileFolder].contains($0.kind) && $0.manner == .once)
          || ([.fileOpen, .fileRead].contains($0.kind) && $0.manner == .always)
      }
      return try Self.sample(faults).compactMap { try FaultTrial.problem($0, in: world) }
    }
    #expect(problems == [])
  }

  /// Regression, with another connection holding the file open: an unreadable WAL was reported as a
  /// changed database, and a disk error as missing permissions.
  @Test
  func `an unreadable WAL is not reported as a change or as missing permissions`() async throws {
    let (counts, problems) = try await DetachedThread.run {
      let step = try TrialFixture(.step, journalMode: "wal", isHeld: true)
      let trial = try TrialFixture(.dryRun, journalMode: "wal", isHeld: true)
      let reads = Self.sample(
        step.faults.filter { $0.kind == .fileRead && $0.manner != .always })
      let openings = Self.sample(
        trial.faults.filter { $0.kind == .fileOpen && $0.manner == .once })
      return (
        [reads.count, openings.count],
        try reads.compactMap { try FaultTrial.problem($0, in: step) }
          + openings.compactMap { try FaultTrial.problem($0, in: trial) }
      )
    }
    #expect(!counts.contains(0))
    #expect(problems == [])
  }

  /// SQLite's integrity check reports unreadable pages, such as pointer map pages, as corruption.
  @Test func `an unreadable pointer map page is not reported as corruption`() async throws {
    let problems = try await DetachedThread.run {
      let world = try TrialFixture(
        .dryRun, journalMode: "delete", pragmas: "PRAGMA auto_vacuum = FULL;")
      return try world.faults.filter { $0.kind == .read && $0.manner == .once }
        .dropFirst(30).prefix(12).compactMap { try FaultTrial.problem($0, in: world) }
    }
    #expect(problems == [])
  }

  /// Regression: the trials skip syncs to save time, and so skipped sync faults as well.
  @Test(arguments: ["delete", "wal"])
  func `if syncing a file fails, the failure is reported`(_ journalMode: String) async throws {
    let trials = try await DetachedThread.run {
      let world = try TrialFixture(.step, journalMode: journalMode)
      return try world.faults.filter { $0.kind == .sync && $0.manner != .kill }
        .map { try FaultTrial.judged($0, in: world) }
    }
    #expect(trials.compactMap(\.problem) == [])
    #expect(trials.count >= 2)
    #expect(trials.prefix(2).allSatisfy { $0.outcome.status == 74 })
  }

  /// Regression: these failed commits were found complete by the next connection.
  ///
  /// A step reported a rollback, and a restore removed the backup of the previous content.
  @Test(arguments: [
    (
      TrialCommand.stepAll, "wal", false, Fault.Kind.sync, Fault.Manner.always,
      "may contain 3_scores"
    ),
    (.step, "wal", true, .sync, .always, "may contain 1_country"),
    (
      .restore, "delete", false, .truncate, .once,
      "may contain the changes. The backup of its previous state is"
    ),
    (
      .restore, "delete", false, .size, .once,
      "may contain the changes. The backup of its previous state is"
    ),
    (
      .repair, "wal", true, .sync, .always,
      "may contain the changes. The backup of its previous state is"
    ),
  ])
  func `if it is uncertain whether a commit succeeded, this is reported`(
    _ command: TrialCommand, _ mode: String, isHeld: Bool, _ kind: Fault.Kind,
    _ manner: Fault.Manner, _ words: String
  ) async throws {
    let trials = try await DetachedThread.run {
      let world = try TrialFixture(command, journalMode: mode, isHeld: isHeld)
      return try world.faults.filter { $0.kind == kind && $0.manner == manner }
        .map { try FaultTrial.judged($0, in: world) }
    }
    #expect(trials.compactMap(\.problem) == [])
    #expect(trials.contains { ($0.outcome.output + $0.outcome.errors).contains(words) })
  }

  /// Regression: an uncertain commit of several statements was reported as one statement, and a
  /// recorded migration as failed if its changes could not be read.
  @Test func `a failed step outside a transaction reports what was not rolled back`() async throws {
    let (counts, problems) = try await DetachedThread.run {
      let trial = try PartTrial(journalMode: "wal", isHeld: false)
      let syncs = trial.world.faults.filter { $0.kind == .sync && $0.manner != .kill }
      let locks = trial.world.faults.filter { $0.kind == .lock && $0.manner == .once }.suffix(12)
      return ([syncs.count, locks.count], try (syncs + locks).compactMap(trial.problem))
    }
    #expect(!counts.contains(0))
    #expect(problems == [])
  }

  /// Regression: a backup whose first name could not be removed had two names, and a scratch copy
  /// remained after one failed attempt to remove it.
  @Test func `each file that cannot be removed is reported`() async throws {
    let problems = try await DetachedThread.run {
      let step = try TrialFixture(.stepWithBackup, journalMode: "wal")
      let repair = try TrialFixture(.repair, journalMode: "delete")
      let removals = { (world: TrialFixture) in world.faults.filter { $0.kind == .fileRemove } }
      return try removals(step).prefix(6).compactMap { try FaultTrial.problem($0, in: step) }
        + removals(repair).prefix(3).compactMap { try FaultTrial.problem($0, in: repair) }
    }
    #expect(problems == [])
  }

  /// SQLite truncates the file after deleting the journal.
  ///
  /// If a power loss keeps the deletion but not the truncation, the file is malformed.
  @Test(arguments: [TrialCommand.restore, .vacuum])
  func `a power loss after the file was shrunk does not undo the change`(
    _ command: TrialCommand
  ) async throws {
    let outcome = try await DetachedThread.run {
      var generator = SeededGenerator(seed: 20)
      return try PowerLoss(TrialFixture(command, journalMode: "delete"))
        .run(40, atEnd: true, using: &generator)
    }
    #expect(outcome.problems == [])
    #expect(outcome.lostCount == 0)
  }

  @Test(
    arguments: TrialSeries.controls.enumerated().filter { $0.offset % 2 == 0 }.map(\.element.name))
  func `each control trial detects its deliberate fault`(_ name: String) async throws {
    let campaign = try #require(TrialSeries.all.first { $0.name == name })
    // Until the first problem, which the controls find quickly.
    let result = try await DetachedThread.run {
      try campaign.run(seed: 20) { $0.problems.isEmpty && $0.count < 60 }
    }
    #expect(!result.problems.isEmpty)
  }
}
