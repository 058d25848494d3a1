import TerminalUI
import Testing

struct GridExportTests {
  static var grid: CellGrid {
    var grid = CellGrid(size: Size(columns: 16, rows: 3))
    grid.box(Rect(grid.size), title: "<a> & \"b\"")
    grid.put("大\u{1B}]0;x", x: 1, y: 1, style: Style(.danger))
    return grid
  }

  @Test func `text is the screen`() {
    #expect(
      GridExport.text(Self.grid) == "┌ <a> & \"b\" ───┐\n│大^[]0;x      │\n└──────────────┘\n")
  }

  @Test(arguments: ColorDepth.allCases)
  func `the only sequences in ANSI text are colours and emphasis`(_ depth: ColorDepth) {
    var rest = GridExport.ansi(Self.grid, theme: Theme(depth: depth))[...]
    var plain = ""
    while let character = rest.popFirst() {
      guard character == "\u{1B}" else {
        plain.append(character)
        continue
      }
      #expect(rest.popFirst() == "[")
      let parameters = rest.prefix { $0.isNumber || $0 == ";" }
      rest = rest.dropFirst(parameters.count)
      #expect(rest.popFirst() == "m")
    }
    let lines = plain.split(separator: "\n").map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    #expect(lines.joined(separator: "\n") == Self.grid.text)
  }

  @Test func `a picture escapes its text and stretches each run to its cells`() {
    let picture = GridExport.svg(Self.grid, cursor: Point(x: 1, y: 1), title: "a <b>")
    #expect(picture.contains("<title>a &lt;b&gt;</title>"))
    #expect(picture.contains("&lt;a&gt; &amp; &quot;b&quot;"))
    #expect(picture.contains("textLength=\"16.8\" font-weight=\"bold\">大</text>"))
    #expect(picture.hasSuffix("</g>\n</svg>\n"))
    #expect(picture.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  }

  @Test func `colours beyond the sixteen are those of xterm`() {
    #expect(Palette.dark[16].hex == "#000000")
    #expect(Palette.dark[31].hex == "#0087af")
    #expect(Palette.light[231].hex == "#ffffff")
    #expect(Palette.light[244].hex == "#808080")
  }
}
