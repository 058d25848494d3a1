import MigratorEngine
import MigratorTestSupport
import MigratorTools
import Testing

/// Random pairs of schemas, judged like the cells of the matrix.
struct RandomSchemaPropertyTests {
  @Test func `the migration written for a random pair of schemas keeps all rows`() throws {
    var (pairCount, refusals): (Int, [String]) = (0, [])
    for seed in RandomCases(12) {
      var random = RandomDesign(seed: seed)
      let (old, new, change) = random.pair()
      guard Self.isPossible(change, old, new) else { continue }
      let runner = PlainRunner.allCases[Int(seed % UInt64(PlainRunner.allCases.count))]
      pairCount += 1
      switch try WrittenMigration.outcome(change, old, new, runner) {
      case .kept: continue
      case .refused(let reason): refusals.append("seed \(seed): \(reason)")
      case .asked(let questions): Issue.record("seed \(seed), \(runner) asks: \(questions)")
      case .wrong(let difference):
        Issue.record(
          "seed \(seed), \(runner): \(difference)\n\(old.script)\n\(old.rows)\n\(new.script)")
      }
    }
    #expect(pairCount > 3)
    if pairCount > 12 { print("\(pairCount) pairs, \(refusals.count) refused") }
    #expect(refusals.count * 50 <= pairCount, "\(refusals.count) of \(pairCount): \(refusals)")
  }

  /// True if SQLite accepts both schemas, and the wanted one accepts the rows.
  private static func isPossible(
    _ change: DesignChange, _ old: SchemaDesign, _ new: SchemaDesign
  ) -> Bool {
    guard let former = try? ExpectedDatabase.former(old),
      (try? former.rows("PRAGMA foreign_key_check")) == [],
      let wanted = try? ExpectedDatabase.wanted(change, from: old, former, to: new)
    else { return false }
    return (try? wanted.rows("PRAGMA foreign_key_check")) == []
  }
}
