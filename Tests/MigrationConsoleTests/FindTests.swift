import MigratorEngine
import MigratorSession
import Testing
import TerminalUI

@testable import MigrationConsole

/// Searching lists, migration files and the text of a detail pane.
struct FindTests {
  @Test(arguments: [
    ("drop", ["DROP TABLE x", "drop"], [0, 1]), ("table drop", ["DROP TABLE x", "drop"], [0]),
    ("zzz", ["DROP"], []), ("", ["a"], []), ("ÖL", ["das öl", "ol"], [0]),
    // No line contains both words: lines with one of them match.
    ("drop view", ["DROP TABLE x", "a view", "y"], [0, 1]),
  ])
  func `a line matches if it contains all words in any case`(
    words: String, lines: [String], found: [Int]
  ) {
    #expect(WordSearch(words).places(in: lines) == found)
  }

  @Test func `a migration is found by the content of its file`() {
    var model = Story.model()
    model.press(.char("/"))
    model.type("insert new_player")
    let rows = model.screens.migrations.rows(in: model.scene)
    #expect(rows.map(\.identifier) == ["011_players_need_a_club"])
    model.press(.enter)
    #expect(marked(model).contains("insert"))
  }

  @Test func `n and N move between the matches in the whole list after the filter is cleared`() {
    var model = Story.model()
    model.press(.char("/"))
    model.type("select 1")
    model.press(.enter, .escape)
    #expect(model.screens.migrations.rows(in: model.scene).count == 15)
    func selected() -> String? { model.screens.migrations.selected(in: model.scene)?.identifier }
    model.press(.home)
    #expect(selected() == "001_create_clubs")
    model.press(.char("N"))
    #expect(selected() == "013_drop_legacy_scores")
    #expect(model.notice?.text == "Match 14 of 14, continued from the end.")
    model.press(.char("n"), .char("n"))
    #expect(selected() == "002_create_players")
    // A second Esc clears the marks and the search.
    model.press(.escape)
    #expect(marked(model).isEmpty)
    model.press(.char("n"))
    #expect(model.notice?.text == "No search yet: press /.")
  }

  @Test func `words in the detail pane are found and marked, and n moves between them`() {
    var model = Story.model()
    model.press(.tab, .char("/"))
    model.type("new_player")
    #expect(model.screens.migrations.rows(in: model.scene).count == 15)
    model.press(.enter)
    #expect(marked(model).filter { $0 == "new_player" }.count >= 3)
    let lines = model.front.panes.detail.lines.map(\.plain)
    let places = lines.indices.filter { lines[$0].contains("new_player") }
    for place in places + places.prefix(1) {
      model.press(.char("n"))
      let detail = model.front.panes.detail
      #expect(detail.match == place)
      #expect((detail.scroll..<detail.scroll + model.layout.detailPage).contains(place))
    }
    #expect(model.notice?.text == "Match 1 of \(places.count), continued from the start.")
  }

  @Test func `Esc cancels a search in the detail pane and returns to the original position`() {
    var model = Story.model(rows: 16)
    model.press(.tab, .char("/"))
    let before = model.front.panes.detail.scroll
    model.type("rename")
    #expect(model.front.panes.detail.scroll != before)
    model.press(.escape)
    #expect(model.front.panes.detail.scroll == before)
    #expect(model.front.panes.search.isEmpty)
  }

  @Test func `matches are marked in the selected row, and hidden characters keep their marks`() {
    var model = Story.model()
    model.press(.char("3"), .char("/"))
    model.type("bobby")
    model.press(.enter, .down)
    let grid = render(model).grid
    let row = (0..<24).first { grid.row($0).contains("Bobby") && grid.row($0).contains("3001") }
    let cells = row.map { y in (0..<80).filter { grid[$0, y].style.underline } } ?? []
    #expect(cells.count == 5)
  }

  @Test func `a table of changed rows shows the number of rows that match the filter`() throws {
    var model = Story.model()
    model.press(.char("d"))
    model.answerDryRun(Story.dryRun(RowsScreenTests.step))
    model.press(.char("v"))
    model.press(.char("/"))
    model.type("updated")
    #expect(render(model).grid.text.contains(" found"))
  }

  /// The marked words on the screen, in lower case.
  private func marked(_ model: ConsoleModel) -> [String] {
    let grid = render(model).grid
    var words: [String] = []
    for y in 0..<grid.size.rows {
      var word = ""
      for x in 0...grid.size.columns {
        if grid[x, y].style.role == .match {
          word += grid[x, y].cluster.lowercased()
        } else if !word.isEmpty {
          words.append(word)
          word = ""
        }
      }
    }
    return words
  }
}
