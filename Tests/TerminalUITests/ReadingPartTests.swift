import TerminalUI
import Testing

/// The lines that a screen reader reads after a change.
struct ReadingPartTests {
  private func grid(_ parts: [(name: String, lines: [String], isWhole: Bool)]) -> CellGrid {
    let lines = parts.flatMap(\.lines)
    var grid = CellGrid(size: Size(columns: 40, rows: lines.count))
    for (y, line) in lines.enumerated() { grid.put(SafeText(line), x: 0, y: y) }
    var end = 0
    grid.readingParts = parts.map { part in
      defer { end += part.lines.count }
      return ReadingPart(
        name: part.name, rows: end..<end + part.lines.count, isWhole: part.isWhole)
    }
    return grid
  }

  @Test func `a line is read out in each part, even if another part has read out the same line`() {
    let changes = grid([("changes", ["club: 3 rows", "+ column short"], true)])
    let data = grid([("data", ["club: 3 rows", "  1 update"], true)])
    #expect(data.newLines(since: changes) == ["club: 3 rows", "  1 update"])
    #expect(data.newLines(since: data).isEmpty)
    #expect(changes.newLines(since: nil) == ["club: 3 rows", "+ column short"])
  }

  @Test func `if a line of a part changes, the whole part is read out again`() {
    let before = grid([("data", ["club", "  3 rows", "player", "  3 rows"], true)])
    let after = grid([("data", ["club", "  3 rows", "player", "  4 rows"], true)])
    #expect(after.newLines(since: before) == ["club", "  3 rows", "player", "  4 rows"])
  }

  @Test func `in a list, a changed line is read out with the other lines of its entry`() {
    let before = grid([("list", ["club", "  3 rows", "player", "  3 rows", "score"], false)])
    let after = grid([("list", ["club", "  3 rows", "player", "  4 rows", "score"], false)])
    #expect(after.newLines(since: before) == ["player", "  4 rows"])
    let renamed = grid([("list", ["club", "  3 rows", "person", "  3 rows", "score"], false)])
    #expect(renamed.newLines(since: before) == ["person", "  3 rows"])
  }

  @Test func `when a list scrolls, only the rows that were not visible before are read out`() {
    var before = grid([("list", ["a", "b", "c"], false)])
    before.readingParts[0].firstLine = 10
    var after = grid([("list", ["b", "c", "d"], false)])
    after.readingParts[0].firstLine = 11
    #expect(after.newLines(since: before) == ["d"])
  }
}
