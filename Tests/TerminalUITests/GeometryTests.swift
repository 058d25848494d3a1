import TerminalUI
import Testing

struct GeometryTests {
  @Test func `rectangles without a common cell have an empty intersection`() {
    let rect = Rect(x: 0, y: 0, width: 2, height: 2)
    #expect(rect.intersection(Rect(x: 5, y: 5, width: 2, height: 2)).isEmpty)
    let screen = Rect(Size(columns: 80, rows: 24))
    #expect(
      screen.intersection(Rect(x: 70, y: 20, width: 40, height: 40))
        == Rect(x: 70, y: 20, width: 10, height: 4))
  }
}
