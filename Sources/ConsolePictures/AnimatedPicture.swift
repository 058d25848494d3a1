public import TerminalUI

/// Renders a sequence of screens as one animated SVG picture.
///
/// A row that does not change for several screens is drawn once. Without animation, or if the
/// system prefers reduced motion, the picture shows one still screen.
public enum AnimatedPicture {
  /// A screen and how long it is shown.
  public struct Frame: Sendable {
    /// The screen.
    public var grid: CellGrid
    /// The key pressed and its effect, shown below the screen.
    public var caption: SafeText
    /// How long the screen is shown, in seconds.
    public var seconds: Double

    /// Creates a frame with the given property values.
    public init(grid: CellGrid, caption: SafeText, seconds: Double) {
      self.grid = grid
      self.caption = caption
      self.seconds = seconds
    }
  }

  /// A row that is the same on consecutive screens.
  struct Segment: Hashable {
    let row: Int
    var frames: Range<Int>
    let shapes: String
  }

  /// Returns the screens as an animated picture.
  ///
  /// - Parameters:
  ///   - frames: The frames, all of one size.
  ///   - still: The index of the frame that is shown without animation.
  ///   - theme: The appearance of each role.
  ///   - palette: The colors of the terminal.
  ///   - title: The title of the picture, for screen readers.
  /// - Returns: A complete SVG document.
  public static func svg(
    _ frames: [Frame], still: Int, theme: Theme = Theme(depth: .palette256),
    palette: Palette = .dark, title: SafeText
  ) -> String {
    let segments = segments(of: frames, theme: theme, palette: palette)
    let size = frames.first?.grid.size ?? Size(columns: 1, rows: 1)
    var shapes = ""
    var styles: [String: String] = [:]
    for segment in segments {
      if segment.frames == frames.indices {
        shapes += segment.shapes
        continue
      }
      let name = "s\(segment.frames.lowerBound)-\(segment.frames.upperBound)"
      styles[name] = style(name, segment.frames, frames, isStill: segment.frames.contains(still))
      shapes += "<g class=\"\(name)\">\n\(segment.shapes)</g>\n"
    }
    let style =
      styles.keys.sorted().map { styles[$0] ?? "" }.joined()
      + "@media (prefers-reduced-motion:reduce){g{animation:none!important}}\n"
    return SVGPicture.document(
      shapes, size: Size(columns: size.columns, rows: size.rows + 2), palette: palette,
      title: title.plain, style: style)
  }

  /// Splits the screens into unchanged runs of each row, with the captions below.
  static func segments(of frames: [Frame], theme: Theme, palette: Palette) -> [Segment] {
    let rows = (frames.map(\.grid.size.rows).max() ?? 0) + 2
    var segments: [Segment] = []
    for row in 0..<rows {
      var last: Segment?
      for (index, frame) in frames.enumerated() {
        let shapes = shapes(of: frame, row: row, theme: theme, palette: palette)
        var first = index
        if let last, last.shapes == shapes {
          first = last.frames.lowerBound
        } else if let last {
          segments.append(last)
        }
        last = Segment(row: row, frames: first..<index + 1, shapes: shapes)
      }
      if let last { segments.append(last) }
    }
    return segments.filter { !$0.shapes.isEmpty }
  }

  private static func shapes(
    of frame: Frame, row: Int, theme: Theme, palette: Palette
  ) -> String {
    var picture = SVGPicture(palette: palette)
    let rows = frame.grid.size.rows
    if row < rows {
      for run in GridPicture.runs(of: frame.grid, row: row) {
        picture.draw(run, paint: theme.paint(for: run.style))
      }
    } else if row == rows + 1 {
      let style = Style(.caution, bold: true)
      let text = frame.caption.prefix(columns: frame.grid.size.columns - 2)
      picture.draw(
        GridPicture.Run(
          x: 1, y: row, columns: text.width, text: text.plain, style: style, kind: .narrow),
        paint: theme.paint(for: style))
    }
    return picture.shapes
  }

  /// The CSS rule that shows a segment during its frames.
  private static func style(
    _ name: String, _ range: Range<Int>, _ frames: [Frame], isStill: Bool
  ) -> String {
    let whole = frames.reduce(0) { $0 + $1.seconds }
    func percent(_ index: Int) -> String {
      let time = frames[..<index].reduce(0) { $0 + $1.seconds }
      let hundredths = Int((time / whole * 10_000).rounded())
      return "\(Double(hundredths) / 100)%"
    }
    var steps = range.lowerBound == 0 ? "0%{opacity:1}" : "0%{opacity:0}"
    if range.lowerBound > 0 { steps += "\(percent(range.lowerBound)){opacity:1}" }
    if range.upperBound < frames.count { steps += "\(percent(range.upperBound)){opacity:0}" }
    return ".\(name){opacity:\(isStill ? 1 : 0);animation:\(name) \(Int(whole.rounded()))s step-end"
      + " infinite}@keyframes \(name){\(steps)}\n"
  }
}
