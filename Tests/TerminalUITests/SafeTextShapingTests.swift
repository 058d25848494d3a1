import TerminalUI
import Testing

struct SafeTextShapingTests {
  @Test(arguments: [
    ("player_on_email", 15, "player_on_email"), ("player_on_email", 8, "player_…"),
    ("大江健三郎", 10, "大江健三郎"), ("大江健三郎", 9, "大江健三…"), ("大江健三郎", 8, "大江健…"),
    ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func `a prefix fits its width and splits no wide character`(
    raw: String, columns: Int, shown: String
  ) {
    let prefix = SafeText(raw).prefix(columns: columns)
    #expect(prefix.plain == shown)
    #expect(prefix.width <= columns)
  }

  @Test(arguments: 12...40)
  func `a location is not cut inside its numbers`(columns: Int) {
    let lines = SafeText("Migrations/tickets.sql:1234:56: no such column").wrapped(columns: columns)
    #expect(lines.contains { $0.plain.contains(":1234:56:") })
    #expect(lines.allSatisfy { $0.width <= columns })
  }

  @Test func `a prefix counts the hidden characters of the whole text`() {
    #expect(SafeText("abcdef\u{202E}").prefix(columns: 3).hiddenCount == 1)
  }

  @Test(arguments: [
    ("abc", 1, "bc"), ("大江", 1, " 江"), ("大江", 2, "江"), ("\u{202E}x", 3, "202E>x"),
    ("abc", 9, ""),
  ])
  func `scrolling sideways keeps columns aligned`(raw: String, columns: Int, rest: String) {
    let text = SafeText(raw).dropFirst(columns: columns)
    #expect(text.plain == rest)
    #expect(text.width == max(0, SafeText(raw).width - columns))
  }

  @Test(arguments: [
    ("Ōe", "\\u{14C}e"), ("a\nb\tc", "a\\nb\\tc"), ("\u{202E}", "<U+202E>"), ("a → b", "a -> b"),
    ("⏎", "\\u{23CE}"), ("a\u{A0}", "a\\u{A0}"), ("plain", "plain"),
  ])
  func `in ASCII mode, non-ASCII characters are escaped`(raw: String, shown: String) {
    let text = SafeText(raw).ascii
    #expect(text.plain == shown)
    #expect(text.width == shown.utf8.count)
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 8, ["one two", "three"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("ab cdefgh", 4, ["ab", "cdef", "gh"]),
    ("大江健三郎", 5, ["大江", "健三", "郎"]),
    ("fits", 10, ["fits"]),
    ("", 5, [""]),
    ("  indented text", 10, ["  indented", "text"]),
  ])
  func `text is wrapped at spaces, or anywhere if there are none`(
    raw: String, columns: Int, lines: [String]
  ) {
    let wrapped = SafeText(raw).wrapped(columns: columns)
    #expect(wrapped.map(\.plain) == lines)
    #expect(wrapped.allSatisfy { $0.width <= columns })
  }

  @Test
  func `a safe text that is interpolated keeps its marks and its number of hidden characters`() {
    let name = SafeText("a\u{202E}b")
    let sentence: SafeText = "table \(name) has \(3) rows, \("\u{1B}")"
    #expect(sentence.plain == "table a<U+202E>b has 3 rows, ^[")
    #expect(sentence.hiddenCount == 2)
    #expect(sentence.clusters.filter(\.isMark).count == 2)
  }

  @Test(arguments: [
    ("db/migrations/", 14, "db/migrations/"), ("srv/app/db/migrations/", 13, "srv/…rations/"),
    ("大江大江/migrations/", 10, "大…ations/"), ("abcdef", 3, "ab…"), ("abcdef", 0, ""),
  ])
  func `a path is shortened in the middle to fit its width`(
    raw: String, columns: Int, shown: String
  ) {
    let text = SafeText(raw).withoutMiddle(columns: columns)
    #expect(text.plain == shown)
    #expect(text.width <= columns)
  }

  @Test func `a mark wider than a line is split`() {
    let lines = SafeText("x\u{202E}y").wrapped(columns: 4)
    #expect(lines.map(\.plain).joined() == "x<U+202E>y")
    #expect(lines.allSatisfy { $0.width <= 4 })
    #expect(lines.reduce(0) { $0 + $1.hiddenCount } == 1)
  }

  @Test func `an ASCII replacement of several characters takes one cell per character`() {
    #expect(SafeText("a→b…").ascii.clusters.map(\.text) == ["a", "-", ">", "b", ".", ".", "."])
    var grid = CellGrid(size: Size(columns: 6, rows: 1), glyphs: .ascii)
    grid.put("NULL → NOT", x: 0, y: 0)
    #expect((0..<6).map { grid[$0, 0].width } == Array(repeating: 1, count: 6))
  }
}
