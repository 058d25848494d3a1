import MigratorEngine
import MigratorTestSupport
import Testing

@testable import MigratorCommands

struct ProgressTests {
  private let start = ContinuousClock.now

  private func time(_ seconds: Double) -> ContinuousClock.Instant {
    start.advanced(by: .seconds(seconds))
  }

  /// A dry run of two migrations that take 10 and 30 seconds, and then the beginning of the step.
  private func stateAfterDryRun() -> ProgressState {
    var state = ProgressState(.dryRun, at: start)
    state.note(.planned(identifiers: ["1_a", "2_b"]), at: time(0))
    state.note(.began(identifier: "1_a", index: 0, count: 2, statements: 1), at: time(0))
    state.note(.statement(identifier: "1_a", index: 0, count: 1, line: 3), at: time(0))
    state.note(.working(identifier: "1_a", kiloSteps: 1000), at: time(10))
    state.note(.finishedStatements(identifier: "1_a"), at: time(10))
    // Comparing rows is not work of the step.
    state.note(.working(identifier: "1_a", kiloSteps: 5000), at: time(40))
    #expect(state.line(at: time(40)) == "dry run 40 s · 1 of 2 1_a · comparing rows")
    state.note(.began(identifier: "2_b", index: 1, count: 2, statements: 2), at: time(50))
    state.note(.statement(identifier: "2_b", index: 0, count: 2, line: 1), at: time(50))
    state.note(.working(identifier: "2_b", kiloSteps: 6000), at: time(80))
    state.note(.finishedStatements(identifier: "2_b"), at: time(80))
    state.beginSteps()
    return state
  }

  @Test func `a dry run names the migration, the statement and the time`() {
    var state = ProgressState(.dryRun, at: start)
    #expect(state.line(at: time(3)) == "3.0 s")
    state.note(.copying(doneBytes: 450_000_000, totalBytes: 1_000_000_000), at: time(4))
    #expect(state.line(at: time(5)) == "copying 45 % of 1.0 GB")
    state.note(.planned(identifiers: ["1_a", "2_b"]), at: time(5))
    state.note(.began(identifier: "2_b", index: 1, count: 2, statements: 4), at: time(5))
    state.note(.statement(identifier: "2_b", index: 1, count: 4, line: 12), at: time(6))
    #expect(state.line(at: time(19)) == "dry run 14 s · 2 of 2 2_b · statement 2 of 4, line 12")
    #expect(state.share == nil)
    state.note(.checking(identifier: "2_b"), at: time(20))
    #expect(state.line(at: time(20)).hasSuffix("2_b · checking foreign keys"))
  }

  @Test func `a step compares its work with that of the dry run`() throws {
    var state = stateAfterDryRun()
    #expect(state.share == nil)
    state.note(.began(identifier: "1_a", index: 0, count: 1, statements: 1), at: time(100))
    state.note(.working(identifier: "1_a", kiloSteps: 500), at: time(106))
    // 5 of 40 seconds are done, and took 6.
    #expect(state.share == 0.125)
    #expect(try #require(state.secondsLeft(at: time(106))) == 42)
    #expect(state.line(at: time(106)) == "12 % · about 42 s left · writers wait 6.0 s · 1 of 2 1_a")
    state.note(.committed(identifier: "1_a", seconds: 12), at: time(112))
    state.note(.began(identifier: "2_b", index: 0, count: 1, statements: 2), at: time(112))
    state.note(.working(identifier: "2_b", kiloSteps: 3000), at: time(130))
    #expect(state.share == 0.625)
    #expect(try #require(state.secondsLeft(at: time(130))) == 18)
    // The real file needs more steps than the copy: the share does not exceed 1.
    state.note(.working(identifier: "2_b", kiloSteps: 9000), at: time(150))
    #expect(state.share == 1)
  }

  @Test func `without a dry run only the time is shown`() {
    var state = ProgressState(.step, at: start)
    state.note(.planned(identifiers: ["1_a"]), at: time(0))
    state.note(.began(identifier: "1_a", index: 0, count: 1, statements: 1), at: time(0))
    state.note(.working(identifier: "1_a", kiloSteps: 500), at: time(90))
    #expect(state.line(at: time(90)) == "writers wait 2 min · 1 of 1 1_a")
  }
}
