import MigratorSchema
import MigratorTestSupport
import Testing

struct LineDiffTests {
  private func text(_ diff: LineDiff) -> String {
    let signs: [LineDiff.Line.Kind: String] = [.same: " ", .removed: "-", .added: "+"]
    return diff.lines.map { (signs[$0.kind] ?? "?") + $0.text }.joined(separator: "\n")
  }

  @Test func `removed lines precede added ones, and lines have the numbers of both sides`() {
    let diff = LineDiff(before: "a\nb\nc\n", after: "a\nx\nc\nd\n")
    #expect(text(diff) == " a\n-b\n+x\n c\n+d")
    #expect(diff.lines.map(\.beforeNumber) == [1, 2, nil, 3, nil])
    #expect(diff.lines.map(\.afterNumber) == [1, nil, 2, 3, 4])
  }

  @Test func `an empty string has no lines`() {
    #expect(LineDiff(before: "", after: "").lines.isEmpty)
    #expect(text(LineDiff(before: "", after: "a")) == "+a")
    #expect(text(LineDiff(before: "a\r\n", after: "a")) == " a")
  }

  @Test(arguments: 0..<300)
  func `a diff contains both inputs and is as short as possible`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let lines = { (generator: inout SeededGenerator) -> [String] in
      let count = Int.random(in: 0..<24, using: &generator)
      return (0..<count).map { _ in String(Int.random(in: 0..<5, using: &generator)) }
    }
    let before = lines(&generator)
    let after = lines(&generator)
    let diff = LineDiff(
      before: before.joined(separator: "\n"), after: after.joined(separator: "\n"))
    #expect(diff.lines.filter { $0.kind != .added }.map(\.text) == before)
    #expect(diff.lines.filter { $0.kind != .removed }.map(\.text) == after)
    #expect(diff.lines.count { $0.kind == .same } == longestCommon(before, after))
  }

  private func longestCommon(_ first: [String], _ second: [String]) -> Int {
    var row = Array(repeating: 0, count: second.count + 1)
    for one in first {
      var diagonal = 0
      for (index, other) in second.enumerated() {
        let above = row[index + 1]
        row[index + 1] = one == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[second.count]
  }

  @Test func `two inputs of ten thousand mostly different lines can be compared`() {
    let before = (0..<10_000).map { "line \($0 &* 7_919 % 5_003)" }
    let after = (0..<10_000).map { "line \($0 &* 6_133 % 4_999)" }
    let diff = LineDiff(
      before: before.joined(separator: "\n"), after: after.joined(separator: "\n"))
    #expect(diff.lines.filter { $0.kind != .added }.map(\.text) == before)
    #expect(diff.lines.filter { $0.kind != .removed }.map(\.text) == after)
  }
}
