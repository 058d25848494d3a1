@testable import MigratorCommands
@testable import MigtuiDemo
@testable import migtui
import MigratorEngine
import MigratorSession
import MigratorSchema
import MigratorTools
import MigratorTestSupport
import Testing

struct DemoTests {
  private let folder: TemporaryFolder
  private let demo: DemoWriter

  init() throws {
    folder = try TemporaryFolder()
    demo = try DemoWriter(into: folder.path("demo"))
    try demo.write()
  }

  private var session: MigrationSession {
    MigrationSession(
      database: demo.databasePath, migrations: ProjectSource(databasePath: demo.databasePath))
  }

  @Test
  func `the demo contains migrations in every state, and the out-of-order one is next`() throws {
    let status = try StatusText(session.overview())
    #expect(status.report.count(of: .applied) == 9)
    #expect(status.report.count(of: .pending) == 4)
    #expect(status.report.count(of: .outOfOrder) == 1)
    #expect(
      status.report.migrations.filter { $0.state == .unregistered }.map(\.identifier)
        == ["hotfix-2024"])
    #expect(status.report.next?.identifier == "009_club_short_names")
  }

  @Test
  func `a hundred rows violate three foreign keys, one of them in a WITHOUT ROWID table`() throws {
    var counts: [String: Int] = [:]
    var withoutRowID: Set<String> = []
    try session.violations { detail in
      counts[detail.foreignKey.title, default: 0] += 1
      if detail.originIsWithoutRowID {
        withoutRowID.insert(detail.violation.originTable)
      }
      return true
    }
    #expect(
      counts == [
        "player.clubId → club.id": 37, "line_up.matchId → match.id": 45,
        "transfer.toId → club.id": 18,
      ])
    #expect(withoutRowID == ["line_up"])
  }

  @Test func `the dry run shows a cascade, a lost index, and a migration that fails`() throws {
    let dryRun = try session.dryRun(.all).dryRun
    let report = dryRun.report
    #expect(
      report.steps.map(\.identifier) == [
        "009_club_short_names", "011_players_need_a_club", "012_leagues", "013_season_tickets",
      ])
    let recreation = report.steps[1]
    let losses = Losses(of: [recreation])
    #expect(
      dryRun.agreements.map(\.phrase) == [
        "011: lose \(DemoData.reportCount) rows", "011: lose 37 values",
      ])
    // The orphan players get the club that the migration creates.
    #expect(
      losses.list(of: .data).map(\.words) == [
        "\(DemoData.reportCount) rows of report, by cascade or trigger",
        "37 values of player.clubId: 37 overwritten",
      ])
    #expect(
      losses.list(of: .rule).compactMap(\.facts.name).sorted() == [
        "player_on_email", "quick fix, 急ぎ",
      ])
    #expect(
      recreation.changes.summaryLines.first { $0.hasPrefix("player:") }?
        .contains("~ column clubId: NULL → NOT NULL") == true)
    #expect(recreation.violations?.added == 0)
    #expect(report.steps[2].failure == nil)
    #expect(report.steps[3].failure?.phase == .check)
    #expect(report.steps[3].failure?.databaseState == .rolledBack)
  }

  @Test func `the schema has drifted by a column and an index`() throws {
    let result = try session.drift()
    guard case .diff(let diff) = result else {
      Issue.record("the drift is not told: \(result)")
      return
    }
    #expect(
      diff.summaryLines == ["match: + column referee", "player: + index \"quick fix, 急ぎ\""])
  }

  @Test func `the last migration has a syntax error in the middle`() throws {
    let file = try #require(try session.overview().registered.last)
    #expect(file.identifier == "014_drop_legacy_scores")
    let statements = try #require(try file.script?.statements())
    #expect(statements.count == 4)
    let error = try #require(throws: (any Error).self) {
      let queue = try DatabaseQueue(path: demo.databasePath)
      try queue.write { db in
        for statement in statements { try db.execute(sql: statement.sql) }
      }
    }
    #expect("\(error)".contains("near \"player\": syntax error"))
  }

  @Test func `the demo is written identically every time`() throws {
    let second = try DemoWriter(into: folder.path("again"))
    try second.write()
    #expect(try folder.bytes("demo/matchday.sqlite") == folder.bytes("again/matchday.sqlite"))
  }

  @Test func `an existing demo is not replaced`() throws {
    let before = try folder.bytes("demo/matchday.sqlite")
    let failure = try #require(throws: DemoFailure.self) {
      try DemoWriter(into: folder.path("demo")).write()
    }
    #expect(BatchFailure(failure).status == .cannotCreate)
    #expect(try folder.bytes("demo/matchday.sqlite") == before)
  }
}
