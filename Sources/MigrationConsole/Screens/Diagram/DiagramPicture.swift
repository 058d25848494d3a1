package import MigratorSchema
import TerminalUI

/// All tables and foreign keys as a picture: those that are referred to left of those that refer to them.
///
/// What changed has a sign and a word; the border of what was dropped is dashed, of what was created
/// thick. All text is sanitised.
package struct DiagramPicture {
  private static let letter = 7.3
  private static let line = 17.0
  private static let gap = (x: 90.0, y: 22.0)
  private static let margin = 24.0

  private struct Place {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  private let graph: SchemaGraph
  private let caption: SafeText
  private let boxes: [TableBox]
  private var places: [Int: Place] = [:]
  private var width = 0.0
  private var height = 0.0
  private let levels: DiagramLevels

  /// Lays out a picture.
  ///
  /// - Parameters:
  ///   - graph: The tables.
  ///   - caption: What the picture shows, for its heading.
  package init(of graph: SchemaGraph, caption: String) {
    self.graph = graph
    self.caption = SafeText(caption)
    boxes = graph.tables.indices.map { TableBox($0, of: graph) }
    levels = DiagramLevels(of: graph)
    arrange()
  }

  private mutating func arrange() {
    let top = Self.margin + 2 * Self.line
    var x = Self.margin
    var bottom = top
    for column in levels.columns {
      let end = place(column, x: x, y: top)
      x = end.x + Self.gap.x
      bottom = max(bottom, end.y)
    }
    width = max(x - Self.gap.x, Self.margin + Double(caption.width) * Self.letter)
    // Those alone fill rows below the others.
    var next = (x: Self.margin, y: levels.columns.isEmpty ? top : bottom + Self.gap.y)
    let limit = max(width, 900)
    var row = 0.0
    for table in levels.alone {
      let size = size(of: table)
      if next.x > Self.margin, next.x + size.width > limit {
        next = (Self.margin, next.y + row + Self.gap.y)
        row = 0
      }
      places[table] = Place(x: next.x, y: next.y, width: size.width, height: size.height)
      next.x += size.width + Self.gap.y
      row = max(row, size.height)
      width = max(width, next.x - Self.gap.y)
      bottom = max(bottom, next.y + size.height)
    }
    width += Self.margin
    height = bottom + Self.margin
  }

  /// Stands tables one above the other; tells where they end.
  private mutating func place(_ tables: [Int], x: Double, y: Double) -> (x: Double, y: Double) {
    let width = tables.map { size(of: $0).width }.max() ?? 0
    var y = y
    for table in tables {
      let height = size(of: table).height
      places[table] = Place(x: x, y: y, width: width, height: height)
      y += height + Self.gap.y
    }
    return (x + width, y - Self.gap.y)
  }

  private func size(of table: Int) -> (width: Double, height: Double) {
    let box = boxes[table]
    return (Double(box.naturalWidth) * Self.letter, Double(box.rows.count + 1) * Self.line + 8)
  }

  /// The picture, as a complete SVG document.
  package var svg: String {
    let size = (Int(width.rounded(.up)), Int(height.rounded(.up)))
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.0)" height="\(size.1)" \
      viewBox="0 0 \(size.0) \(size.1)" role="img">
      <title>\(Self.escaped(caption.plain))</title>
      <rect width="100%" height="100%" fill="#ffffff"/>
      <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" \
      markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#4a5460"/></marker></defs>
      <g font-family="'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="12" \
      xml:space="preserve" fill="#1c2127">

      """
    text += Self.text(caption.plain, Self.margin, Self.margin + 10, "")
    for key in graph.foreignKeys { text += line(of: key) }
    for box in boxes { text += drawing(of: box) }
    return text + "</g>\n</svg>\n"
  }

  private func drawing(of box: TableBox) -> String {
    guard let place = places[box.table] else { return "" }
    let isMissing = graph.tables[box.table].content == .missing
    let border =
      switch box.sign {
      case .removed: "stroke=\"#9a1b1b\" stroke-dasharray=\"6 3\" stroke-width=\"1.5\""
      case .added: "stroke=\"#0b5d1e\" stroke-width=\"3\""
      case .changed: "stroke=\"#6a2a86\" stroke-width=\"2\""
      case nil:
        isMissing ? "stroke=\"#9a1b1b\" stroke-dasharray=\"2 3\"" : "stroke=\"#4a5460\""
      }
    var text =
      "<rect x=\"\(Self.number(place.x))\" y=\"\(Self.number(place.y))\""
      + " width=\"\(Self.number(place.width))\" height=\"\(Self.number(place.height))\""
      + " rx=\"3\" fill=\"#ffffff\" \(border)/>\n"
    let y = place.y + Self.line - 4
    text += Self.text(
      box.title.plain, place.x + 8, y, " font-weight=\"bold\"\(Self.ink(box.sign))")
    let rule = place.y + Self.line + 1
    if !box.rows.isEmpty {
      text +=
        "<path d=\"M\(Self.number(place.x)) \(Self.number(rule))h\(Self.number(place.width))\""
        + " stroke=\"#c3c9d0\"/>\n"
    }
    for (index, row) in box.rows.enumerated() {
      text += Self.text(
        row.text.plain, place.x + 8, y + 3 + Double(index + 1) * Self.line,
        Self.ink(row.column?.sign))
    }
    return text
  }

  private func line(of key: SchemaGraph.ForeignKey) -> String {
    guard let from = places[key.origin], let to = places[key.destination] else { return "" }
    let row = Double(boxes[key.origin].line(of: key))
    let start = (x: from.x, y: from.y + (row + 0.5) * Self.line + 2)
    let end = (x: to.x + to.width, y: to.y + Self.line / 2)
    let dash = key.sign == .removed ? " stroke-dasharray=\"6 3\"" : ""
    let color = key.sign.map(Self.color) ?? "#4a5460"
    var path: String
    if end.x < start.x {
      let middle = (start.x + end.x) / 2
      path =
        "M\(Self.number(start.x)) \(Self.number(start.y))C\(Self.number(middle)) "
        + "\(Self.number(start.y)) \(Self.number(middle)) \(Self.number(end.y)) "
        + "\(Self.number(end.x)) \(Self.number(end.y))"
    } else {
      // Back, or to itself: around the right side.
      let right = from.x + from.width
      let far = max(right, end.x) + Self.gap.x / 2
      path =
        "M\(Self.number(right)) \(Self.number(start.y))C\(Self.number(far)) "
        + "\(Self.number(start.y)) \(Self.number(far)) \(Self.number(end.y)) "
        + "\(Self.number(end.x)) \(Self.number(end.y))"
    }
    return
      "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\"\(dash) marker-end=\"url(#arrow)\">"
      + "<title>\(Self.escaped(SafeText(graph.words(of: key)).plain))</title></path>\n"
  }

  private static func color(_ sign: SchemaWords.Sign) -> String {
    switch sign {
    case .added: "#0b5d1e"
    case .removed: "#9a1b1b"
    case .changed: "#6a2a86"
    }
  }

  private static func ink(_ sign: SchemaWords.Sign?) -> String {
    sign.map { " fill=\"\(color($0))\"" } ?? ""
  }

  private static func text(_ text: String, _ x: Double, _ y: Double, _ attributes: String) -> String
  {
    "<text x=\"\(number(x))\" y=\"\(number(y))\"\(attributes)>\(escaped(text))</text>\n"
  }

  /// A number with one digit behind the point at most.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
