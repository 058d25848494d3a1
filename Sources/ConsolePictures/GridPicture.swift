public import TerminalUI

/// Renders a screen as an SVG picture.
///
/// The picture is made from the same grid as the screen. Text in the grid is already sanitized.
public enum GridPicture {
  /// Returns the screen as a picture.
  ///
  /// Each run of text is stretched to the width of its cells, and box-drawing characters become
  /// lines, so columns align in any monospaced font.
  ///
  /// - Parameters:
  ///   - grid: The screen.
  ///   - theme: The appearance of each role.
  ///   - palette: The colors of the terminal.
  ///   - title: The title of the picture, for screen readers.
  /// - Returns: A complete SVG document.
  public static func svg(
    _ grid: CellGrid, theme: Theme = Theme(depth: .palette256), palette: Palette = .dark,
    title: SafeText = "migtui"
  ) -> String {
    var picture = SVGPicture(palette: palette)
    for y in 0..<grid.size.rows {
      for run in runs(of: grid, row: y) { picture.draw(run, paint: theme.paint(for: run.style)) }
    }
    return SVGPicture.document(
      picture.shapes, size: grid.size, palette: palette, title: title.plain)
  }

  /// Adjacent cells of one row with the same style and kind.
  struct Run {
    var x: Int
    var y: Int
    var columns: Int
    var text: String
    var style: Style
    var kind: Kind

    enum Kind { case narrow, wide, line }
  }

  static func runs(of grid: CellGrid, row y: Int) -> [Run] {
    var runs: [Run] = []
    for x in 0..<grid.size.columns {
      let cell = grid[x, y]
      guard cell.width > 0 else { continue }
      let kind: Run.Kind =
        SVGPicture.arms[cell.cluster] != nil ? .line : cell.width == 2 ? .wide : .narrow
      if let last = runs.last, last.style == cell.style, last.kind == kind {
        runs[runs.count - 1].text += cell.cluster
        runs[runs.count - 1].columns += cell.width
      } else {
        runs.append(
          Run(x: x, y: y, columns: cell.width, text: cell.cluster, style: cell.style, kind: kind))
      }
    }
    return runs
  }
}

struct SVGPicture {
  /// The directions in which a box-drawing character reaches the edge of its cell: 0 left, 1 right,
  /// 2 up, 3 down.
  static let arms: [String: [Int]] = [
    "─": [0, 1], "│": [2, 3], "┌": [1, 3], "┐": [0, 3], "└": [1, 2], "┘": [0, 2],
    "├": [1, 2, 3], "┤": [0, 2, 3], "┬": [0, 1, 3], "┴": [0, 1, 2], "┼": [0, 1, 2, 3],
  ]

  // A cell and the baseline in it, in tenths of a pixel, so that no fractions are printed.
  private static let cell = (width: 84, height: 170, baseline: 130)
  private static let margin = 120

  private let palette: Palette
  private(set) var shapes = ""

  init(palette: Palette) {
    self.palette = palette
  }

  mutating func draw(_ run: GridPicture.Run, paint: Paint) {
    var ink = paint.foreground.map { palette[$0] } ?? palette.foreground
    let (left, top) = (Self.left(run.x), Self.top(run.y))
    let width = run.columns * Self.cell.width
    if paint.reverse {
      shapes += rect(left, top, width, Self.cell.height, ink)
      ink = palette.background
    }
    if run.kind == .line {
      drawLines(run, ink: ink)
      return
    }
    if paint.underline {
      shapes += rect(left, top + Self.cell.baseline + 15, width, 10, ink)
    }
    let text = run.text.trimmingSpaces()
    guard !text.content.isEmpty else { return }
    var attributes = ""
    if paint.bold { attributes += " font-weight=\"bold\"" }
    let lead = text.leading * Self.cell.width
    let length = width - lead - text.trailing * Self.cell.width
    shapes += "<text x=\"\(Self.decimal(left + lead))\""
    shapes += " y=\"\(Self.decimal(top + Self.cell.baseline))\" fill=\"\(ink.hex)\""
    shapes += " textLength=\"\(Self.decimal(length))\"\(attributes)>"
    shapes += Self.escaped(text.content) + "</text>\n"
  }

  static func document(
    _ shapes: String, size: Size, palette: Palette, title: String, style: String = ""
  ) -> String {
    let style = style.isEmpty ? "" : "<style>\n\(style)</style>\n"
    let width = Self.decimal(size.columns * Self.cell.width + 2 * Self.margin)
    let height = Self.decimal(size.rows * Self.cell.height + 2 * Self.margin)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(Self.escaped(title))</title>
      \(style)<rect width="100%" height="100%" rx="8" fill="\(palette.background.hex)"/>
      <g font-family="'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" \
      xml:space="preserve">
      \(shapes)</g>
      </svg>

      """
  }

  private mutating func drawLines(_ run: GridPicture.Run, ink: RGB) {
    var x = run.x
    var rest = run.text[...]
    while let sign = rest.first {
      // A horizontal run of any length is one line.
      let length = max(1, rest.prefix { $0 == "─" }.count)
      drawLine(String(sign), x: x, y: run.y, columns: length, ink: ink)
      rest = rest.dropFirst(length)
      x += length
    }
  }

  private mutating func drawLine(_ sign: String, x: Int, y: Int, columns: Int, ink: RGB) {
    let (left, top) = (Self.left(x), Self.top(y))
    let right = Self.left(x + columns)
    let middle = (x: left + Self.cell.width / 2, y: top + Self.cell.height / 2)
    // Extends half a pixel into the next cell, to hide seams.
    let overlap = 5
    var path = ""
    for arm in Self.arms[sign] ?? [] {
      path += "M\(Self.decimal(middle.x)) \(Self.decimal(middle.y))"
      switch arm {
      case 0: path += "H\(Self.decimal(left - overlap))"
      case 1: path += "H\(Self.decimal(right + overlap))"
      case 2: path += "V\(Self.decimal(top - overlap))"
      default: path += "V\(Self.decimal(top + Self.cell.height + overlap))"
      }
    }
    shapes += "<path d=\"\(path)\" stroke=\"\(ink.hex)\" stroke-linecap=\"square\"/>\n"
  }

  private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: RGB) -> String {
    "<rect x=\"\(Self.decimal(x))\" y=\"\(Self.decimal(y))\" width=\"\(Self.decimal(width))\""
      + " height=\"\(Self.decimal(height))\" fill=\"\(color.hex)\"/>\n"
  }

  private static func left(_ x: Int) -> Int { margin + x * cell.width }

  private static func top(_ y: Int) -> Int { margin + y * cell.height }

  private static func decimal(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}

extension String {
  fileprivate func trimmingSpaces() -> (content: String, leading: Int, trailing: Int) {
    let withoutLead = drop { $0 == " " }
    let content = withoutLead.reversed().drop { $0 == " " }.reversed()
    let leading = count - withoutLead.count
    return (String(content), leading, withoutLead.count - content.count)
  }
}
