import TerminalUI
import Testing

struct SafeTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("a\nb", "a⏎b"),
    ("a\r\nb", "a⏎b"),
    ("a\rb", "a␍b"),
    ("a\tb", "a⇥b"),
    ("\u{1B}[31m", "^[[31m"),
    ("\u{0}\u{7F}", "^@^?"),
    ("\u{9B}31m", "<9B>31m"),
    ("a\u{202E}b", "a<U+202E>b"),
    ("a\u{200B}b", "a<U+200B>b"),
    ("\u{FEFF}x", "<U+FEFF>x"),
    ("\u{2028}", "<U+2028>"),
    ("\u{E000}", "<U+E000>"),
    ("\u{378}", "<U+0378>"),
    ("\u{E0041}", "<U+E0041>"),
    ("\u{AD}", "<U+00AD>"),
    ("\u{3164}", "<U+3164>"),
    ("a\u{A0}b", "a␣b"),
    ("Ōe 大江", "Ōe 大江"),
    ("e\u{301}x", "e\u{301}x"),
    ("\u{301}x", "<U+0301>x"),
    ("\n\u{301}", "⏎<U+0301>"),
  ])
  func `each character is shown unchanged or as a mark`(raw: String, shown: String) {
    #expect(SafeText(raw).plain.unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test(arguments: [
    ("plain", 0), ("a\nb\tc\r\nd", 0), ("a\rb", 1), ("a\u{A0}b", 0), ("\u{1B}[0m", 1),
    ("\u{202E}\u{2066}x\u{200B}", 3), ("\u{E0001}", 1), ("大江", 0), ("👨\u{200D}👩", 0),
    ("a\u{200D}b", 1), ("❤\u{FE0F}", 0), ("❤\u{FE0F}\u{FE0F}", 1), ("a\u{FE0F}", 1),
  ])
  func `hidden characters are counted, but ordinary ones are not`(raw: String, count: Int) {
    #expect(SafeText(raw).hiddenCount == count)
  }

  @Test(arguments: [
    ("abc", 3), ("大江", 4), ("e\u{301}", 1), ("\u{1B}", 2), ("\u{202E}", 8), ("한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("❤\u{FE0F}", 1), ("1\u{FE0F}\u{20E3}", 1), ("", 0),
  ])
  func `the width is the number of columns by which a terminal advances`(raw: String, width: Int) {
    #expect(SafeText(raw).width == width)
  }

  @Test func `a joined emoji is split, so that its width is the same on every terminal`() {
    let family = SafeText("👨\u{200D}👩\u{200D}👧")
    #expect(family.plain == "👨<ZWJ>👩<ZWJ>👧")
    #expect(family.width == 2 + 5 + 2 + 5 + 2)
    #expect(SafeText("👍🏽").plain == "👍<U+1F3FD>")
    #expect(SafeText("🇫🇷").plain == "<U+1F1EB><U+1F1F7>")
  }

  @Test func `a long run of combining marks is truncated and shows the number of missing ones`() {
    let text = SafeText("a" + String(repeating: "\u{301}", count: 20) + "b")
    #expect(text.clusters.map(\.text.unicodeScalars.count) == [4, 5, 1])
    #expect(text.plain.hasSuffix("<+17>b"))
    #expect(text.hiddenCount == 1)
    #expect(text.width == 7)
  }

  @Test func `texts with the same characters are equal, however they were created`() {
    #expect(SafeText("ab") == "a" + SafeText("b"))
    #expect(SafeText("大b").dropFirst(columns: 2) == "b")
    #expect(SafeText("ab大").prefix(columns: 2, ellipsis: "") == "ab")
    #expect(SafeText("<U+202E>") != SafeText("\u{202E}"))
  }

  @Test func `one megabyte of SQL is split into lines`() {
    let line = "INSERT INTO player (id, name) VALUES (1, 'O''Brien');\n"
    let lines = SafeText.lines(String(repeating: line, count: 20_000))
    #expect(lines.count == 20_000)
    #expect(lines.allSatisfy { $0.width == 53 })
  }

  @Test func `lines end at LF and CRLF, and tabs advance to the next stop`() {
    let lines = SafeText.lines("a\tb\r\n\t大\tx\n\nlast\rpart\n")
    #expect(lines.map(\.plain) == ["a   b", "    大  x", "", "last␍part"])
    #expect(lines.map(\.hiddenCount) == [0, 0, 0, 1])
    #expect(SafeText.lines("").isEmpty)
    #expect(SafeText.lines("no end").map(\.plain) == ["no end"])
    #expect(SafeText.lines("\n").map(\.plain) == [""])
  }
}
