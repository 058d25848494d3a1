import TerminalUI
import Testing

struct MemoryTerminalTests {
  @Test func `an in-memory terminal records screens and can change its size`() {
    var events: [TerminalEvent] = [.resize(Size(columns: 5, rows: 1))]
    let terminal = MemoryTerminal { _ in events.popLast() }
    #expect(terminal.nextEvent(timeoutMilliseconds: nil) == .resize(Size(columns: 5, rows: 1)))
    #expect(terminal.nextEvent(timeoutMilliseconds: 0) == nil)
    var grid = CellGrid(size: terminal.size)
    grid.put("one", x: 0, y: 0)
    terminal.present(grid, cursor: Point(x: 1, y: 0))
    #expect(terminal.frames.map(\.text) == ["one"])
  }
}
