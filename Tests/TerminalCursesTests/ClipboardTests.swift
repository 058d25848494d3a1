import Testing

@testable import TerminalCurses

struct ClipboardTests {
  @Test func `copied text cannot end the escape sequence that contains it`() {
    let bytes = ClipboardSequence.bytes(for: "\u{7}\u{1B}\\\u{9C}")
    #expect(bytes?.dropFirst().dropLast().contains { $0 < 0x20 || $0 >= 0x7F } == false)
    #expect(bytes?.last == 0x07)
  }

  @Test func `text that is too long for terminals is refused`() {
    let limit = ClipboardSequence.textLimit
    #expect(ClipboardSequence.bytes(for: String(repeating: "x", count: limit))?.count == 100_000)
    #expect(ClipboardSequence.bytes(for: String(repeating: "x", count: limit + 1)) == nil)
  }
}
