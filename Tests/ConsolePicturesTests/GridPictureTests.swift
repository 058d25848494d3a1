import ConsolePictures
import TerminalUI
import Testing

struct GridPictureTests {
  static var grid: CellGrid {
    var grid = CellGrid(size: Size(columns: 16, rows: 3))
    grid.box(Rect(grid.size), title: "<a> & \"b\"")
    grid.put("大\u{1B}]0;x", x: 1, y: 1, style: Style(.danger))
    return grid
  }

  @Test func `a picture escapes text and stretches each run of text to fill its cells`() {
    let picture = GridPicture.svg(Self.grid, title: "a <b>")
    #expect(picture.contains("<title>a &lt;b&gt;</title>"))
    #expect(picture.contains("&lt;a&gt; &amp; &quot;b&quot;"))
    #expect(picture.contains("textLength=\"16.8\" font-weight=\"bold\">大</text>"))
    #expect(picture.hasSuffix("</g>\n</svg>\n"))
    #expect(picture.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
  }

  @Test func `colors beyond the first sixteen match xterm`() {
    #expect(Palette.dark[16].hex == "#000000")
    #expect(Palette.dark[31].hex == "#0087af")
    #expect(Palette.light[231].hex == "#ffffff")
    #expect(Palette.light[244].hex == "#808080")
  }
}
