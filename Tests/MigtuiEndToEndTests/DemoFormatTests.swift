import MigratorEngine
import MigratorSession
import MigratorTools
import MigratorTestSupport
import Testing

@testable import MigratorCommands
@testable import MigtuiDemo
@testable import migtui

/// The demo in the format of each tool: created, recognized, stepped.
struct DemoFormatTests {
  private func session(_ demo: DemoWriter) -> MigrationSession {
    MigrationSession(
      database: demo.databasePath, migrations: ProjectSource(databasePath: demo.databasePath))
  }

  @Test(arguments: DemoLayout.sqlFormats)
  func `in each SQL format, the demo is recognized, shows drift, and can be dry-run and applied`(
    format: MigrationFormat
  ) throws {
    let folder = try TemporaryFolder()
    let demo = try DemoWriter(into: folder.path("demo"), format: format)
    try demo.write()
    let session = session(demo)
    let overview = try session.overview()
    let status = overview.status
    #expect(overview.origin.format == format.rawValue)
    #expect(status.count(of: .applied) == 9)
    #expect(status.obstacle == nil)
    let next = try #require(status.next)
    guard case .diff(let drift) = try session.drift() else {
      Issue.record("no drift")
      return
    }
    // The drift excludes the ledger.
    #expect(drift.summaryLines == ["match: + column referee", "player: + index \"quick fix, 急ぎ\""])

    guard case .ready(let prepared) = try session.prepareStep() else {
      Issue.record("no step")
      return
    }
    #expect(prepared.migrations.map(\.identifier) == [next.identifier])
    #expect(try session.overview().status == status)

    let outcome = session.step(prepared, agreeing: prepared.agreements.map(\.phrase))
    #expect(outcome.error == nil && outcome.failure == nil)
    let after = try session.overview().status
    #expect(after.count(of: .applied) == 10)
    #expect(after.migrations.first { $0.identifier == next.identifier }?.state == .applied)
  }

  @Test func `status says why a migration is skipped`() throws {
    let folder = try TemporaryFolder()
    let demo = try DemoWriter(into: folder.path("demo"), format: .drizzle)
    try demo.write()
    let text = StatusText(try session(demo).overview())
    let skipped = try #require(text.report.migrations.first { $0.state == .skipped })
    let note = try #require(skipped.note)
    let lines = text.lines
    let row = try #require(
      lines.firstIndex { $0.hasPrefix("  skipped") && $0.contains(skipped.identifier) })
    #expect(lines[row + 1].hasSuffix("  " + note))
    #expect(lines.count { $0.contains(note) } == 1)
  }

  @Test(arguments: DemoCode.formats)
  func `the demo of a code format is recognized and shown, and never applied`(
    format: MigrationFormat
  ) throws {
    let folder = try TemporaryFolder()
    let demo = try DemoWriter(into: folder.path("demo"), format: format)
    try demo.write()
    let bytes = try folder.bytes("demo/matchday.sqlite")
    let session = session(demo)
    let overview = try session.overview()
    let status = overview.status
    #expect(overview.origin.format == format.rawValue)
    #expect(status.count(of: .applied) == 9)
    #expect(status.count(of: .code) == 5)
    #expect(status.next == nil)
    #expect(status.obstacle?.remedy.isEmpty == false)
    #expect(throws: MigrationError.self) { try session.prepareStep() }
    #expect(try folder.bytes("demo/matchday.sqlite") == bytes)
  }

  @Test func `an unknown format is refused with a message`() throws {
    let folder = try TemporaryFolder()
    let failure = try #require(throws: DemoFailure.self) {
      try DemoWriter(into: folder.path("demo"), format: .unknown)
    }
    let told = BatchFailure(failure)
    #expect(told.status == .usage)
    #expect(told.message.contains("unknown"))
  }
}
