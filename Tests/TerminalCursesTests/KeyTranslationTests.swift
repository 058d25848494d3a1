import Testing
import TerminalUI

@testable import TerminalCurses

struct KeyTranslationTests {
  @Test(
    arguments: [
      (0x61, .char("a")), (0x41, .char("A")), (0x20, .char(" ")), (0x09, .tab), (0x0D, .enter),
      (0x0A, .control("j")), (0x1B, .escape), (0x08, .backspace), (0x7F, .backspace),
      (0x03, .control("c")), (0x1A, .control("z")), (0x00, .control(" ")), (0x1C, .control("\\")),
      (0x1F, .control("_")), (0x5927, .char("大")), (0x9B, nil), (0xD800, nil),
    ] as [(UInt32, Key?)])
  func `each code point is translated to its key`(value: UInt32, key: Key?) {
    #expect(KeyTranslation.character(value, isUTF8: true) == key)
  }

  @Test func `without UTF-8, a non-ASCII byte is not a key`() {
    #expect(KeyTranslation.character(0xE9, isUTF8: false) == nil)
  }
}
