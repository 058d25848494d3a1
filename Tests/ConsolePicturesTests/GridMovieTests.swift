import TerminalUI
import Testing

@testable import ConsolePictures

/// A sequence of screens as one animated picture.
struct GridMovieTests {
  private static func frame(_ lines: [String], _ caption: SafeText) -> AnimatedPicture.Frame {
    var grid = CellGrid(size: Size(columns: 12, rows: lines.count))
    for (y, line) in lines.enumerated() { grid.put(SafeText(line), x: 0, y: y) }
    return AnimatedPicture.Frame(grid: grid, caption: caption, seconds: 2)
  }

  private static let frames = [
    frame(["title", "one", ""], "d: first"), frame(["title", "two", "x"], "e: second"),
    frame(["title", "two", ""], "f: third"), frame(["title", "one", ""], "g: last"),
  ]

  @Test
  func `at any moment, each row is visible exactly once, as on the current screen`() {
    let segments = AnimatedPicture.segments(
      of: Self.frames, theme: Theme(depth: .palette256), palette: .dark)
    for (index, frame) in Self.frames.enumerated() {
      for row in 0..<frame.grid.size.rows {
        let seen = segments.filter { $0.row == row && $0.frames.contains(index) }
        let text = frame.grid.row(row).filter { $0 != " " }
        #expect(seen.count == (text.isEmpty ? 0 : 1))
        #expect(seen.allSatisfy { $0.shapes.contains(">\(text)</text>") })
      }
      let captions = segments.filter { $0.row == 4 && $0.frames.contains(index) }
      #expect(captions.count == 1)
      #expect(captions[0].shapes.contains(frame.caption.plain))
    }
    #expect(segments.filter { $0.row == 0 }.map(\.frames) == [0..<4])
    #expect(segments.filter { $0.row == 1 }.map(\.frames) == [0..<1, 1..<3, 3..<4])
  }

  @Test func `the SVG shows a still frame if the viewer prefers reduced motion`() {
    let svg = AnimatedPicture.svg(Self.frames, still: 1, title: "<walk>")
    #expect(svg.contains("<title>&lt;walk&gt;</title>"))
    #expect(svg.contains(".s1-3{opacity:1;animation:s1-3 8s step-end infinite}"))
    #expect(svg.contains("@keyframes s1-3{0%{opacity:0}25.0%{opacity:1}75.0%{opacity:0}}"))
    #expect(svg.contains(".s0-1{opacity:0;"))
    #expect(svg.contains("@keyframes s3-4{0%{opacity:0}75.0%{opacity:1}}"))
    #expect(svg.contains("prefers-reduced-motion:reduce"))
  }
}
