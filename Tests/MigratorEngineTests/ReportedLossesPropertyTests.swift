import MigratorEngine
import MigratorTestSupport
import Testing

/// The reported losses and violations of random migrations match a comparison of the contents.
struct ReportedLossesPropertyTests {
  @Test(arguments: 0..<2)
  func `the reported losses are exactly the actual ones`(part: Int) throws {
    var lossy = 0
    for seed in RandomCases(60, part: part) {
      var world = TrackedSchema(seed: seed)
      let folder = try TemporaryFolder()
      let path = try folder.makeDatabase(sql: world.setUp)
      let script = world.migration()
      let report = try DryRun.run(path: path, migrator: DatabaseMigrator(["1": script]))
      let found = try SchemaComparisonResult.look(world, script)
      #expect(report.failure == nil, "\(seed): \(script)")
      if found.isUndecided { continue }
      #expect(told(Losses(of: report.steps)) == found.losses, "\(seed): \(script)")
      if !found.losses.isEmpty { lossy += 1 }
    }
    #expect(lossy > 20)
  }

  @Test(arguments: 0..<2)
  func `a violation counts as old if and only if its row and reference existed before`(
    part: Int
  ) throws {
    var tally = (old: 0, new: 0, kept: 0)
    for seed in RandomCases(60, part: part) {
      var world = TrackedSchema(seed: seed, hasForeignKeys: true)
      let folder = try TemporaryFolder()
      let path = try folder.makeDatabase(sql: world.setUp)
      let script = world.migration()
      var migrator = DatabaseMigrator(["1": script])
      migrator.foreignKeyPolicy = .newViolationsOnly
      let report = try DryRun.run(path: path, migrator: migrator)
      let found = try SchemaComparisonResult.look(world, script)
      if found.isUndecided { continue }
      let counts = try #require(report.steps.first?.violations)
      let expected = ViolationCounts(
        before: found.before, after: found.after, added: found.added)
      #expect(counts == expected, "\(seed): \(script)")
      #expect((report.failure == nil) == (found.added == 0), "\(seed): \(script)")
      tally.old += counts.remaining > 0 ? 1 : 0
      tally.new += found.added > 0 ? 1 : 0
      guard report.failure == nil else { continue }
      #expect(told(Losses(of: report.steps)) == found.losses, "\(seed): \(script)")
      let queue = try DatabaseQueue(path: path)
      // The result is the same if rows are not observed.
      if world.tables.values.contains(where: Self.isKept) {
        tally.kept += counts.remaining > 0 ? 1 : 0
        #expect(throws: Never.self, "\(seed): \(script)") { try migrator.migrate(queue) }
      }
    }
    #expect(tally.old > 20 && tally.new > 1 && tally.kept > 10, "\(tally)")
  }

  private static func isKept(_ table: TrackedSchema.Table?) -> Bool {
    table.map { $0.isMoved || $0.columns.contains(where: \.isCopied) } ?? false
  }

  private func told(_ losses: Losses) -> SchemaComparisonResult.Words {
    var words = SchemaComparisonResult.Words(losses.rows.map { "\($0.count) rows of \($0.table)" })
    words.formUnion(losses.tables.map { "table \($0)" })
    words.formUnion(losses.columns.map { "column \($0.column) of \($0.table)" })
    words.formUnion(losses.unseen.map { "unseen \($0.table)" })
    for values in losses.values {
      words.insert(
        SchemaComparisonResult.values(
          "\(values.table).\(values.column)", values.lost.overwritten, values.lost.nulled))
    }
    return words
  }
}
