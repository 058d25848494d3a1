import MigratorEngine
import MigratorSources
import MigratorTestSupport
import Testing

@testable import migtui

/// The demonstration in the format of each tool: made, recognised, stepped.
struct DemoFormatTests {
  @Test(arguments: DemoLayout.sqlFormats)
  func `the demonstration of a format is recognised, rehearsed and stepped`(
    format: MigrationFormat
  ) throws {
    let folder = try TemporaryFolder()
    let demo = try DemoWriter(into: folder.path("demo"), format: format)
    try demo.write()
    let source = try MigrationSource(database: demo.databasePath)
    #expect(source.project.folder.tool.format == format)
    let status = try source.inspect { try $0.status(of: source.migrator) }
    #expect(status.count(of: .applied) == 9)
    #expect(status.obstacle == nil)
    let next = try #require(status.next)

    let report = try DryRun.run(path: demo.databasePath, migrator: source.migrator, scope: .next)
    #expect(report.failure == nil && report.steps.count == 1)
    #expect(try source.inspect { try $0.status(of: source.migrator) } == status)

    let queue = try DatabaseQueue(path: demo.databasePath)
    let step = try source.migrator.step(queue, expecting: next.identifier)
    try queue.close()
    #expect(step?.failure == nil)
    let after = try source.inspect { try $0.status(of: source.migrator) }
    #expect(after.count(of: .applied) == 10)
    #expect(after.migrations.first { $0.identifier == next.identifier }?.state == .applied)
  }

  @Test(arguments: DemoLayout.sqlFormats)
  func `drift is told in every format, and the ledger is no part of it`(
    format: MigrationFormat
  ) throws {
    let folder = try TemporaryFolder()
    let demo = try DemoWriter(into: folder.path("demo"), format: format)
    try demo.write()
    let source = try MigrationSource(database: demo.databasePath)
    let result = try SchemaDrift.diff(path: demo.databasePath, migrator: source.migrator)
    guard case .diff(let diff) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(diff.summaryLines == ["match: + column referee", "player: + index quick fix, 急ぎ"])
  }

  @Test(arguments: DemoCode.formats)
  func `the demonstration of a format of code is recognised and shown, and never stepped`(
    format: MigrationFormat
  ) throws {
    let folder = try TemporaryFolder()
    let demo = try DemoWriter(into: folder.path("demo"), format: format)
    try demo.write()
    let bytes = try folder.bytes("demo/matchday.sqlite")
    let source = try MigrationSource(database: demo.databasePath)
    #expect(source.project.folder.tool.format == format)
    let status = try source.inspect { try $0.status(of: source.migrator) }
    #expect(status.count(of: .applied) == 9)
    #expect(status.count(of: .code) == 5)
    #expect(status.next == nil)
    #expect(status.obstacle?.remedy.isEmpty == false)
    let queue = try DatabaseQueue(path: demo.databasePath)
    #expect(throws: MigrationError.self) { try source.migrator.step(queue) }
    try queue.close()
    #expect(try folder.bytes("demo/matchday.sqlite") == bytes)
  }

  @Test func `the format of nobody is refused with a sentence`() throws {
    let folder = try TemporaryFolder()
    let failure = try #require(throws: BatchFailure.self) {
      try DemoWriter(into: folder.path("demo"), format: .unknown)
    }
    #expect(failure.message.contains("unknown"))
  }
}
