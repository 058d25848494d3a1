import MigratorTestSupport
import Testing

@testable import MigratorEngine

/// The compact multiset of violations against a plain dictionary.
@Suite struct ViolatedRowsTests {
  private typealias Row = ViolatedRows.Row

  private func row(_ id: Int64, _ reference: Int = 1, values: Int? = nil) -> Row {
    Row(key: .rowID(id), reference: reference, values: values)
  }

  @Test func `repeated, unordered and extreme rows are counted as a dictionary would count them`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      var (rows, expected): (ViolatedRows, [Row: Int]) = (ViolatedRows(), [:])
      let near = Int64.random(in: -3...3, using: &random) * 65_536
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let id = [near + Int64.random(in: -9...9, using: &random), .min, .max, 65_535, 65_536]
          .randomElement(using: &random)!
        var new = row(
          id, Int.random(in: 0...1, using: &random),
          values: [nil, 7].randomElement(using: &random)!)
        if Int.random(in: 0...9, using: &random) == 0 {
          new = Row(key: .primaryKey([id.databaseValue]), reference: 0, values: nil)
        }
        rows.insert(new)
        expected[new, default: 0] += 1
      }
      rows.finish()
      #expect(rows.counted == expected)
      #expect(rows.count == expected.values.reduce(0, +))
      for (row, count) in expected { #expect(rows[row] == count) }
      #expect(rows[row(12_345_678)] == 0)
      #expect(ViolatedRows(expected).counted == expected)
    }
  }

  @Test func `common rows are counted as in dictionaries`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let (one, other) = (someRows(&random), someRows(&random))
      let expected = one.reduce(0) { $0 + min($1.value, other[$1.key] ?? 0) }
      #expect(ViolatedRows(one).countCommon(with: ViolatedRows(other)) == expected)
      var merged = ViolatedRows(one)
      merged.merge(ViolatedRows(other))
      #expect(merged.counted == one.merging(other, uniquingKeysWith: +))
    }
  }

  private func someRows(_ random: inout SeededGenerator) -> [Row: Int] {
    var rows: [Row: Int] = [:]
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      rows[row(.random(in: 0...9, using: &random), .random(in: 0...1, using: &random))] =
        .random(in: 1...2, using: &random)
    }
    return rows
  }

  @Test func `a row whose reference changed is not the same row`() {
    var (before, after) = (ViolatedRows(), ViolatedRows())
    for id in 0..<200_000 { before.insert(row(Int64(id))) }
    before.finish()
    for id in 0..<200_000 {
      after.insert(row(Int64(id), id == 70_000 ? 2 : 1), sharing: before)
    }
    after.finish(sharing: before)
    #expect(after.countCommon(with: before) == 199_999)
    #expect(after[row(70_000)] == 0)
    #expect(before[row(70_000)] == 1)
  }
}
