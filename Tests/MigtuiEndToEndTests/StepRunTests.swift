import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing

@testable import MigratorCommands

/// `migtui step --all` while another program writes to the same database.
struct StepRunTests {
  /// Runs three migrations while another program creates a table after the first one.
  private func run(isExact: Bool) throws -> (run: StepRun, retries: Int, error: (any Error)?) {
    let folder = try TemporaryFolder()
    try folder.makeDatabase(sql: "CREATE TABLE base (a)")
    for number in 1...3 {
      try folder.write("Migrations/00\(number)_m.sql", "CREATE TABLE m\(number) (a);")
    }
    let path = folder.path("app.sqlite")
    var run = StepRun(
      session: MigrationSession(
        database: path,
        migrations: ProjectSource(databasePath: path, currentFolder: folder.path("nowhere"))),
      scope: .all, isExact: isExact)
    run.onStep = { _, newBackup in
      guard newBackup != nil else { return }
      do {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "CREATE TABLE meddled (a)") }
        try queue.close()
      } catch {
        Issue.record(error)
      }
    }
    var retries = 0
    run.onRetry = { retries += 1 }
    do {
      try run.finish()
      return (run, retries, nil)
    } catch {
      return (run, retries, error)
    }
  }

  @Test func `a change by another program is reported, and the pending steps are retried`()
    throws
  {
    let (run, retries, error) = try run(isExact: false)
    #expect(error == nil)
    #expect(run.appliedCount == 3)
    #expect(retries == 1)
  }

  @Test func `if an exact state is required, nothing is applied to another state`() throws {
    let (run, retries, error) = try run(isExact: true)
    #expect((error as? BatchFailure)?.status == .locked)
    #expect(run.appliedCount == 1)
    #expect(retries == 0)
  }

  @Test func `the total time is that of the whole run, not only that of its migrations`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.makeDatabase(sql: "CREATE TABLE base (a)")
    try folder.write("Migrations/1_a.sql", "CREATE TABLE m1 (a);")
    try folder.write("Migrations/2_b.sql", "CREATE TABLE m2 (a);")
    let step = { (arguments: [String]) in
      try BuiltProgram.run(["step", "--yes"] + arguments + ["app.sqlite"], in: folder.path)
    }
    let start = ContinuousClock.now
    let json = try JSONSerialization.jsonObject(with: Data(step(["--json"]).output.utf8))
    let waited = (ContinuousClock.now - start) / .seconds(1)
    let members = try #require(json as? [String: Any])
    let steps = try #require(members["steps"] as? [[String: Any]])
    let total = try #require(members["seconds"] as? Double)
    let ofStep = try #require(steps.first?["seconds"] as? Double)
    #expect(0 < ofStep && ofStep < total && total < waited)
    let lines = try step([]).output.split(separator: "\n")
    #expect(lines.last?.wholeMatch(of: /total time: .+, of which .+ for the migration/) != nil)
    #expect(try !step([]).output.contains("total time"))
  }
}
