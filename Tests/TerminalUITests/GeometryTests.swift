import TerminalUI
import Testing

struct GeometryTests {
  @Test func `the parts of a split are the whole`() {
    let rect = Rect(x: 2, y: 3, width: 10, height: 6)
    for cut in -12...12 {
      let columns = rect.split(left: cut)
      #expect(columns.left.width + columns.right.width == 10)
      #expect(columns.left.right == columns.right.x)
      let rows = rect.split(top: cut)
      #expect(rows.top.height + rows.bottom.height == 6)
      #expect(rows.top.bottom == rows.bottom.y)
    }
    #expect(rect.split(top: -1).bottom == Rect(x: 2, y: 8, width: 10, height: 1))
  }

  @Test func `a margin larger than the rectangle leaves nothing`() {
    #expect(Rect(x: 0, y: 0, width: 3, height: 3).inset() == Rect(x: 1, y: 1, width: 1, height: 1))
    #expect(Rect(x: 0, y: 0, width: 1, height: 1).inset().isEmpty)
  }

  @Test func `a dialog stands in the middle and is cut to fit`() {
    let screen = Rect(Size(columns: 80, rows: 24))
    #expect(
      screen.centered(Size(columns: 40, rows: 10)) == Rect(x: 20, y: 7, width: 40, height: 10))
    #expect(screen.centered(Size(columns: 100, rows: 30)) == screen)
  }

  @Test func `rectangles without a common cell have an empty intersection`() {
    let rect = Rect(x: 0, y: 0, width: 2, height: 2)
    #expect(rect.intersection(Rect(x: 5, y: 5, width: 2, height: 2)).isEmpty)
    #expect(rect.contains(Point(x: 1, y: 1)))
    #expect(!rect.contains(Point(x: 2, y: 1)))
  }
}
