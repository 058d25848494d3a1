import TerminalUI
import Testing

struct CellGridTests {
  @Test func `a box shows its title and footer in its top and bottom edges`() {
    var grid = CellGrid(size: Size(columns: 24, rows: 4))
    grid.box(Rect(grid.size), title: "Migrations", footer: "8 of 14", focused: true)
    grid.put("✓ 001 create clubs", x: 2, y: 1)
    #expect(
      grid.text == """
        ┌ Migrations ──────────┐
        │ ✓ 001 create clubs   │
        │                      │
        └───────────── 8 of 14 ┘
        """)
    #expect(grid[0, 0].style == Style(.borderFocused))
    #expect(grid[2, 0].style == Style(.title, bold: true))
  }

  @Test func `in ASCII mode, a box is drawn with ASCII characters`() {
    var grid = CellGrid(size: Size(columns: 12, rows: 3), glyphs: .ascii)
    grid.box(Rect(grid.size), title: "a title that is long")
    #expect(grid.text == "+ a title~ +\n|          |\n+----------+")
  }

  @Test func `a title that does not fit is truncated, and a box without room is not drawn`() {
    var grid = CellGrid(size: Size(columns: 8, rows: 2))
    grid.box(Rect(grid.size), title: "大江健三郎", footer: "123456789")
    #expect(grid.text == "┌ 大… ─┐\n└ 123… ┘")
    grid = CellGrid(size: Size(columns: 1, rows: 1))
    grid.box(Rect(grid.size), title: "x")
    #expect(grid.text.isEmpty)
  }

  @Test func `drawing outside the grid is clipped`() {
    var grid = CellGrid(size: Size(columns: 4, rows: 1))
    #expect(grid.put("abcdef", x: 2, y: 0) == 2)
    #expect(grid.put("xyz", x: -2, y: 0) == 3)
    grid.put("no", x: 0, y: 5)
    grid.put("no", x: 90, y: 0)
    grid.fill(Rect(x: -5, y: -5, width: 3, height: 3))
    #expect(grid.text == "z ab")
    #expect(grid[9, 9].cluster == " ")
  }

  @Test func `a wide character at the edge becomes a space`() {
    var grid = CellGrid(size: Size(columns: 3, rows: 2))
    grid.put("a大江", x: 0, y: 0)
    #expect(grid.text == "a大\n")
    grid.put("大江", x: 0, y: 1)
    #expect((0..<3).map { grid[$0, 1].width } == [2, 0, 1])
    grid.put("大", x: -1, y: 1)
    #expect((0..<3).map { grid[$0, 1].width } == [1, 1, 1])
  }

  @Test func `overwriting half of a wide character clears its other half`() {
    var grid = CellGrid(size: Size(columns: 4, rows: 1))
    grid.put("大江", x: 0, y: 0)
    grid.put("x", x: 1, y: 0)
    #expect(grid.text == " x江")
    grid.put("y", x: 2, y: 0)
    #expect(grid.text == " xy")
    grid.put("大江", x: 0, y: 0)
    grid.put("健", x: 1, y: 0)
    #expect((0..<4).map { grid[$0, 0].cluster } == [" ", "健", "", " "])
  }

  @Test func `text is truncated at the end of its field`() {
    var grid = CellGrid(size: Size(columns: 10, rows: 4))
    grid.put("ab", x: 1, y: 0, width: 8)
    grid.put("abcdefghijk", x: 1, y: 2, width: 8)
    grid.put("abc", x: 1, y: 3, width: 0)
    #expect(grid.text == " ab\n\n abcdefg…\n")
  }

  @Test func `marks for hidden characters keep their style in a selection`() {
    var grid = CellGrid(size: Size(columns: 12, rows: 1))
    grid.put("a\u{202E}b", x: 0, y: 0, style: Style(.success))
    #expect(grid[0, 0].style == Style(.success))
    #expect(grid[1, 0].style == Style(.mark))
    grid.style(Rect(grid.size), Style(.selection))
    #expect(grid[0, 0].style == Style(.selection))
    #expect(grid[1, 0].style == Style(.mark, reverse: true))
  }

  @Test func `comparing two grids lists the rows to redraw`() {
    var before = CellGrid(size: Size(columns: 5, rows: 3))
    before.put("one", x: 0, y: 0)
    var after = before
    after.put("two", x: 0, y: 2)
    after.style(Rect(x: 0, y: 0, width: 1, height: 1), Style(.danger))
    #expect(after.diff(from: before) == [0, 2])
    #expect(after.diff(from: after).isEmpty)
    #expect(after.diff(from: nil) == [0, 1, 2])
    #expect(after.diff(from: CellGrid(size: Size(columns: 6, rows: 3))) == [0, 1, 2])
  }

  @Test func `drawing in an empty grid has no effect`() {
    var grid = CellGrid(size: Size(columns: 0, rows: 0))
    grid.put("text", x: 0, y: 0)
    grid.box(Rect(x: 0, y: 0, width: 5, height: 5))
    #expect(grid.text.isEmpty)
  }
}
