import TerminalUI
import Testing

/// Text that tries to control a terminal or to deceive the reader.
struct HostileTextTests {
  static let sequences = [
    "\u{1B}[2J\u{1B}[H", "\u{1B}]0;title\u{7}", "\u{1B}]52;c;ZXZpbA==\u{7}",
    "\u{1B}]8;;http://evil\u{1B}\\link\u{1B}]8;;\u{1B}\\", "\u{1B}P1;2|abc\u{1B}\\",
    "\u{1B}_apc\u{1B}\\", "\u{1B}^pm\u{1B}\\", "\u{1B}c", "\u{1B}[6n", "\u{1B}[?1049l",
    "\u{9B}2J", "\u{9D}0;title\u{9C}", "\u{90}q\u{9C}", "\u{9F}x\u{9C}", "\u{1B}", "\u{1B}]0;cut",
    "a\rb", "a\u{8}b", "\u{7}", "\u{E}\u{F}", "\u{1B}%@", "\u{1B}#8",
    "/*\u{202E} } \u{2066}if (isAdmin)\u{2069} \u{2066} begin */", "\u{2067}x", "\u{61C}",
    "pay\u{200B}pal", "\u{E0020}\u{E007F}", "\u{FFF9}a\u{FFFA}b\u{FFFB}", "\u{180E}", "\u{115F}",
    "👨\u{200D}👩\u{200D}👧\u{200D}👦", "\u{FE0F}\u{FE0E}\u{E0100}", "\u{20E3}\u{20E3}",
    "Z" + String(repeating: "\u{36F}", count: 500), String(repeating: "\u{20D0}", count: 50),
    "ﷺ\u{1242B}𒐫", "\u{2028}\u{2029}\u{85}",
  ]

  // Every control, format, private, unassigned and separator code point of the first planes.
  static let scalars: [Unicode.Scalar] =
    (Array(0...0x33FF) + Array(0xA000...0xABFF) + Array(0xF800...0x1FFFF)
    + Array(0xE0000...0xE01FF) + [0x10FFFD]).compactMap { Unicode.Scalar(UInt32($0)) }

  static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    case .spaceSeparator: scalar == " " || scalar == "\u{3000}"
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  static func unsafeScalars(in grid: CellGrid) -> [Unicode.Scalar] {
    (0..<grid.size.rows).flatMap { y in
      (0..<grid.size.columns).flatMap { x in
        grid[x, y].cluster.unicodeScalars.filter { !isSafe($0) }
      }
    }
  }

  @Test(arguments: sequences) func `hostile text is reduced to safe code points`(_ raw: String) {
    var grid = CellGrid(size: Size(columns: 60, rows: 3))
    grid.put(SafeText(raw), x: 0, y: 0)
    grid.put(SafeText(raw), x: 55, y: 1)
    for (y, line) in SafeText.lines(raw).prefix(1).enumerated() { grid.put(line, x: 0, y: 2 + y) }
    #expect(Self.unsafeScalars(in: grid).isEmpty)
    #expect(grid[0, 0].cluster != " " || raw.hasPrefix(" "))
    for y in 0..<3 {
      let widths = (0..<60).map { grid[$0, y].width }
      #expect(widths.reduce(0, +) == 60)
      #expect((0..<60).allSatisfy { grid[$0, y].cluster.unicodeScalars.count <= 4 })
    }
  }

  @Test func `every code point, with or without letters around it, is shown safely or as a mark`() {
    for scalar in Self.scalars {
      for raw in [String(scalar), "a\(scalar)b"] {
        let text = SafeText(raw)
        let isClean = text.plain.unicodeScalars.allSatisfy(Self.isSafe)
        let isCounted = Self.isSafe(scalar) || text.clusters.contains { $0.isMark }
        let widths = text.clusters.allSatisfy { $0.isMark || $0.width == 1 || $0.width == 2 }
        if !isClean || !isCounted || !widths || text.isEmpty {
          Issue.record("U+\(String(scalar.value, radix: 16)) became \(text.clusters)")
        }
      }
    }
  }

  @Test func `in ASCII mode, hostile text is reduced to ASCII`() {
    var grid = CellGrid(size: Size(columns: 120, rows: Self.sequences.count), glyphs: .ascii)
    for (y, raw) in Self.sequences.enumerated() { grid.put(SafeText(raw), x: 0, y: y) }
    grid.box(Rect(grid.size), title: SafeText("\u{202E}大"), footer: "…")
    let isPlain = grid.text.unicodeScalars.allSatisfy {
      (0x20..<0x7F).contains($0.value) || $0 == "\n"
    }
    #expect(isPlain)
  }
}
