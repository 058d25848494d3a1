import TerminalUI
import Testing

struct MemoryTerminalTests {
  @Test func `a script is played in order and then the terminal hangs up`() {
    let terminal = MemoryTerminal(script: [.resize(Size(columns: 40, rows: 12))])
    terminal.press(.down, .enter)
    terminal.type("hi")
    #expect(terminal.nextEvent(timeoutMilliseconds: nil) == .resize(Size(columns: 40, rows: 12)))
    #expect(terminal.size == Size(columns: 40, rows: 12))
    let keys = (0..<4).map { _ in terminal.nextEvent(timeoutMilliseconds: 0) }
    #expect(keys == [.key(.down), .key(.enter), .key(.char("h")), .key(.char("i"))])
    #expect(terminal.nextEvent(timeoutMilliseconds: nil) == .interrupted(.hangup))
  }

  @Test func `screens and the cursor are recorded`() {
    let terminal = MemoryTerminal(size: Size(columns: 5, rows: 1))
    var grid = CellGrid(size: terminal.size)
    grid.put("one", x: 0, y: 0)
    terminal.present(grid, cursor: Point(x: 1, y: 0))
    #expect(terminal.text == "one")
    #expect(terminal.cursor == Point(x: 1, y: 0))
    #expect(terminal.frames.count == 1)
  }

  @Test func `type-ahead is dropped up to the first event of another kind when asked for`() {
    let terminal = MemoryTerminal(script: [.key(.enter), .paste("x"), .wake, .key(.tab)])
    terminal.flushTypeAhead()
    #expect(terminal.script.count == 4)
    terminal.dropsTypeAhead = true
    terminal.flushTypeAhead()
    #expect(terminal.script == [.wake, .key(.tab)])
    #expect(terminal.flushCount == 2)
  }
}
