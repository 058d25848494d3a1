import TerminalUI
import Testing

struct StateTests {
  @Test func `selecting a row scrolls no further than necessary`() {
    var list = ListState()
    list.select(4, count: 10, rows: 5)
    #expect((list.selection, list.offset) == (4, 0))
    list.select(5, count: 10, rows: 5)
    #expect((list.selection, list.offset) == (5, 1))
    list.select(100, count: 10, rows: 5)
    #expect((list.selection, list.offset) == (9, 5))
    list.select(-1, count: 10, rows: 5)
    #expect((list.selection, list.offset) == (0, 0))
  }

  @Test func `a list that shrinks or grows keeps its selection in view`() {
    var list = ListState(selection: 9, offset: 5)
    list.clamp(count: 3, rows: 5)
    #expect((list.selection, list.offset) == (2, 0))
    list.clamp(count: 0, rows: 5)
    #expect((list.selection, list.offset) == (0, 0))
    list.select(7, count: 8, rows: 0)
    #expect((list.selection, list.offset) == (7, 7))
  }

  @Test func `a field can be edited by typing, moving and deleting`() {
    var field = TextField("lose rows")
    for _ in 0..<4 { field.handle(.left) }
    for character in "8120 " { field.handle(.char(character)) }
    #expect(field.text == "lose 8120 rows")
    field.handle(.control("w"))
    #expect(field.text == "lose rows")
    field.handle(.home)
    field.handle(.delete)
    field.handle(.end)
    field.handle(.backspace)
    #expect(field.text == "ose row")
    let isTaken = field.handle(.enter)
    #expect(!isTaken)
    field.handle(.control("u"))
    #expect(field.text.isEmpty)
  }

  @Test func `pasted text is inserted without control characters`() {
    var field = TextField()
    field.insert("a\r\nb\tc\u{1B}[31m\u{9B}\u{0}d")
    #expect(field.text == "a b c[31md")
  }

  @Test func `a combining mark typed after its letter joins it`() {
    var field = TextField("e")
    field.insert("\u{301}")
    #expect(field.text.count == 1)
    #expect(field.cursor == 1)
    field.backspace()
    #expect(field.text.isEmpty)
  }

  @Test func `keys have the same labels as in the hints`() {
    #expect(Key.control("c").label == "Ctrl-C")
    #expect(Key.char(" ").label == "Space")
    #expect(Key.function(5).label == "F5")
  }
}
