import TerminalUI
import Testing

struct TextWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("大", 2), ("한", 2), ("あ", 2), ("ｱ", 1), ("Ａ", 2), ("─", 1), ("✓", 1),
      ("\u{301}", 0), ("\u{200B}", 0), ("\u{3000}", 2), ("😀", 2), ("\u{1160}", 0), ("\u{903}", 1),
    ] as [(Unicode.Scalar, Int)])
  func `the width of a code point is that returned by wcwidth`(scalar: Unicode.Scalar, width: Int) {
    #expect(TextWidth.columns(of: scalar) == width)
  }

  @Test(
    arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{9B}", "\u{2028}", "\u{378}"]
      as [Unicode.Scalar])
  func `control characters and unassigned code points have no width`(scalar: Unicode.Scalar) {
    #expect(TextWidth.columns(of: scalar) == nil)
  }

  @Test func `a character is as wide as its displayed form`() {
    #expect(TextWidth.columns(of: "e\u{301}") == 1)
    #expect(TextWidth.columns(of: "\u{1B}") == 2)
    #expect(TextWidth.columns(of: "大") == 2)
  }

  @Test func `the program's own signs are one column wide`() {
    for signs in [GlyphSet.unicode, .ascii] {
      let all = [
        signs.horizontal, signs.vertical, signs.topLeft, signs.topRight, signs.bottomLeft,
        signs.bottomRight, signs.ellipsis,
      ]
      #expect(all.allSatisfy { $0.width == 1 && $0.hiddenCount == 0 })
    }
  }
}
