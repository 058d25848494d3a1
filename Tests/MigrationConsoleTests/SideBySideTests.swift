import MigratorEngine
import MigratorSchema
import Testing
import TerminalUI

@testable import MigrationConsole

/// Side-by-side comparison on wide terminals.
struct SideBySideTests {
  private func lines(_ before: String, _ after: String, width: Int = 60) -> [StyledLine] {
    SideBySide(LineDiff(before: before, after: after))
      .lines(("before", "after"), width: width)
  }

  private func marked(_ line: StyledLine) -> [String] {
    line.spans.filter(\.style.underline).map(\.text.plain)
  }

  @Test func `a changed line is shown next to its new form with the differences marked`() {
    let lines = lines(
      "CREATE TABLE player (\n  id INTEGER,\n  clubId INTEGER,\n  old TEXT\n)",
      "CREATE TABLE player (\n  id INTEGER,\n  clubId INTEGER NOT NULL,\n  new TEXT,\n  x\n)")
    #expect(
      lines.map(\.plain) == [
        "  before                     │   after",
        "─────────────────────────────┼─────────────────────────────",
        "  CREATE TABLE player (      │   CREATE TABLE player (",
        "    id INTEGER,              │     id INTEGER,",
        "~   clubId INTEGER,          │ ~   clubId INTEGER NOT NULL,",
        "-   old TEXT                 │ ",
        "                             │ +   new TEXT,",
        "                             │ +   x",
        "  )                          │   )",
      ])
    #expect(marked(lines[4]) == ["NOT", "NULL"])
    #expect(lines.allSatisfy { $0.width <= 60 })
  }

  @Test func `text wider than its half of the screen is wrapped without losing anything`() {
    let long =
      "  name TEXT CHECK (" + (1...30).map { "name <> 'w\($0)'" }.joined(separator: " AND ")
    let wide = "大江" + String(repeating: "大江", count: 40)
    for (before, after) in [
      (long, long + " AND 1"), (wide, wide + "x"), ("a \(wide)", "a b\(wide)"),
    ] {
      let lines = lines(before, after, width: 50)
      #expect(lines.allSatisfy { $0.width <= 50 })
      let right = lines.dropFirst(2).map { line in
        String(line.plain.split(separator: "│", omittingEmptySubsequences: false)[1])
      }.joined().filter { $0 != " " }
      #expect(right.dropFirst() == after.filter { $0 != " " })
    }
  }

  @Test
  func `schemas are side by side only on wide terminals, and are always copied as a plain diff`() {
    for (columns, isWide) in [(160, true), (120, false), (200, true)] {
      var model = Story.model(columns: columns, rows: 40)
      model.press(.char("d"))
      model.answerDryRun(Story.dryRun(Story.lossyStep))
      model.press(.char("2"), .char("]"))
      let text = render(model).grid.text
      #expect(text.contains("-   clubId INTEGER REFERENCES club(id),") != isWide, "\(columns)")
      #expect(text.contains("~   clubId INTEGER REFERENCES club(id),") == isWide, "\(columns)")
      #expect(text.contains("+ the copy after the dry run") != isWide)
      let report = model.front.report(in: model.scene).joined(separator: "\n")
      #expect(report.contains("\n-   clubId INTEGER REFERENCES club(id),"))
      #expect(model.front.plainText(in: model.scene).contains("\n-   clubId INTEGER"))
    }
  }
}
