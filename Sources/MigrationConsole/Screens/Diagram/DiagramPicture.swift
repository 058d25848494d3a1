import MigratorPlatform
package import MigratorSchema
import TerminalUI

/// All tables and foreign keys as an SVG picture, with parents to the left of their children.
///
/// Changes have a sign and a word; the border is dashed for dropped tables and thick for created
/// ones. All text is sanitized.
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
  /// The points of the line of each foreign key; empty for lines within a column.
  private var ways: [[(x: Double, y: Double)]] = []
  private var width = 0.0
  private var height = 0.0
  private let levels: DiagramLevels

  /// Arranges a picture.
  ///
  /// - Parameters:
  ///   - graph: The tables and foreign keys.
  ///   - caption: The title.
  ///   - limit: The maximum number of unchanged columns to show for each table, besides those of
  ///     keys.
  package init(of graph: SchemaGraph, caption: String, columnLimit limit: Int = .max) {
    self.graph = graph
    self.caption = SafeText(caption)
    boxes = graph.tables.indices.map { table in
      let columns = graph.tables[table].columns
      guard columns.count > limit else { return TableBox(table, of: graph) }
      let keys = graph.keys(of: table).flatMap { graph.foreignKeys[$0].columns }
      let names = columns.filter(\.isInPrimaryKey) + columns.prefix(limit)
      return TableBox(table, of: graph, showing: Set(names.map(\.name) + keys))
    }
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
    bottom = max(bottom, findWays())
    width = max(x - Self.gap.x, Self.margin + Double(caption.width) * Self.letter)
    // Tables without foreign keys fill rows below the others.
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

  /// Stacks tables vertically; returns the right and bottom edges.
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

  /// Finds the lines of the foreign keys between columns; returns their lowest point.
  private mutating func findWays() -> Double {
    var columns: [Int: Int] = [:]
    for (column, tables) in levels.columns.enumerated() {
      for table in tables { columns[table] = column }
    }
    var lanes = DiagramLanes(
      columns: levels.columns.map { tables in
        let boxes = tables.compactMap { places[$0] }
        return DiagramLanes.Column(
          x: boxes[0].x...boxes[0].x + boxes[0].width,
          boxes: boxes.map { $0.y...$0.y + $0.height })
      }, gap: Self.gap.y)
    ways = graph.foreignKeys.map { key in
      guard let origin = columns[key.origin], let destination = columns[key.destination],
        let end = places[key.destination], origin != destination
      else { return [] }
      return lanes.way(
        from: (origin, startHeight(of: key)), to: (destination, end.y + Self.line / 2))
    }
    return lanes.bottom
  }

  private func startHeight(of key: SchemaGraph.ForeignKey) -> Double {
    (places[key.origin]?.y ?? 0) + (Double(boxes[key.origin].line(of: key)) + 0.5) * Self.line + 2
  }

  private func size(of table: Int) -> (width: Double, height: Double) {
    let box = boxes[table]
    return (Double(box.naturalWidth) * Self.letter, Double(box.rows.count + 1) * Self.line + 8)
  }

  /// The picture as a document on a white background.
  package var svg: String { svg(.paper, arrow: "arrow") }

  /// Returns the picture for a page of HTML whose style defines the colors of ``Palette/page``.
  ///
  /// - Parameter arrow: An identifier for the arrow head that is unique in the page.
  /// - Returns: The element.
  package func inlineSVG(arrow: String) -> String { svg(.page, arrow: arrow) }

  private func svg(_ palette: Palette, arrow: String) -> String {
    let size = (Int(width.rounded(.up)), Int(height.rounded(.up)))
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.0)" height="\(size.1)" \
      viewBox="0 0 \(size.0) \(size.1)" role="img">
      <title>\(Self.escaped(caption.plain))</title>
      <rect width="100%" height="100%" fill="\(palette.paper)"/>
      <defs><marker id="\(arrow)" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" \
      markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="\(palette.line)"/></marker></defs>
      <g font-family="'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="12" \
      xml:space="preserve" fill="\(palette.ink)">

      """
    text += Self.text(caption.plain, Self.margin, Self.margin + 10, "")
    for (key, way) in zip(graph.foreignKeys, ways) {
      text += line(of: key, through: way, palette, arrow)
    }
    for box in boxes { text += drawing(of: box, palette) }
    return text + "</g>\n</svg>\n"
  }

  private func drawing(of box: TableBox, _ palette: Palette) -> String {
    guard let place = places[box.table] else { return "" }
    let isMissing = graph.tables[box.table].content == .missing
    let border =
      switch box.sign {
      case .removed: "stroke=\"\(palette.removed)\" stroke-dasharray=\"6 3\" stroke-width=\"1.5\""
      case .added: "stroke=\"\(palette.added)\" stroke-width=\"3\""
      case .changed: "stroke=\"\(palette.changed)\" stroke-width=\"2\""
      case nil:
        isMissing
          ? "stroke=\"\(palette.removed)\" stroke-dasharray=\"2 3\""
          : "stroke=\"\(palette.line)\""
      }
    var text =
      "<rect x=\"\(Self.number(place.x))\" y=\"\(Self.number(place.y))\""
      + " width=\"\(Self.number(place.width))\" height=\"\(Self.number(place.height))\""
      + " rx=\"3\" fill=\"\(palette.paper)\" \(border)/>\n"
    let y = place.y + Self.line - 4
    text += Self.text(
      box.title.plain, place.x + 8, y, " font-weight=\"bold\"\(palette.ink(of: box.sign))")
    let rule = place.y + Self.line + 1
    if !box.rows.isEmpty {
      text +=
        "<path d=\"M\(Self.number(place.x)) \(Self.number(rule))h\(Self.number(place.width))\""
        + " stroke=\"\(palette.rule)\"/>\n"
    }
    for (index, row) in box.rows.enumerated() {
      text += Self.text(
        row.text.plain, place.x + 8, y + 3 + Double(index + 1) * Self.line,
        palette.ink(of: row.column?.sign))
    }
    return text
  }

  private func line(
    of key: SchemaGraph.ForeignKey, through way: [(x: Double, y: Double)], _ palette: Palette,
    _ arrow: String
  ) -> String {
    guard let from = places[key.origin], let to = places[key.destination] else { return "" }
    let dash = key.sign == .removed ? " stroke-dasharray=\"6 3\"" : ""
    let color = key.sign.map(palette.color) ?? palette.line
    var points = way
    var bend: Double?
    if way.isEmpty {
      // Within a column, or to the same table: around the right side.
      let right = from.x + from.width
      points = [(right, startHeight(of: key)), (to.x + to.width, to.y + Self.line / 2)]
      bend = right + Self.gap.x / 2
    }
    var path = "M\(Self.point(points[0]))"
    for (start, end) in zip(points, points.dropFirst()) {
      // Straight across a column, curved between two columns.
      let middle = bend ?? (start.x + end.x) / 2
      path +=
        start.y == end.y && bend == nil
        ? "L\(Self.point(end))"
        : "C\(Self.point((middle, start.y))) \(Self.point((middle, end.y))) \(Self.point(end))"
    }
    return
      "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\"\(dash) marker-end=\"url(#\(arrow))\">"
      + "<title>\(Self.escaped(SafeText(graph.words(of: key)).plain))</title></path>\n"
  }

  private static func text(_ text: String, _ x: Double, _ y: Double, _ attributes: String) -> String
  {
    "<text x=\"\(number(x))\" y=\"\(number(y))\"\(attributes)>\(escaped(text))</text>\n"
  }

  private static func point(_ point: (x: Double, y: Double)) -> String {
    "\(number(point.x)) \(number(point.y))"
  }

  /// Formats a number with at most one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "#": "&#35;"])
  }
}

extension DiagramPicture {
  /// The colors of a picture, as values of SVG attributes.
  struct Palette {
    let paper: String
    let ink: String
    let line: String
    let rule: String
    let added: String
    let removed: String
    let changed: String

    static let paper = Palette(
      paper: "#ffffff", ink: "#1c2127", line: "#4a5460", rule: "#c3c9d0", added: "#0b5d1e",
      removed: "#9a1b1b", changed: "#6a2a86")

    /// The variables of a page, which differ between light and dark.
    static let page = Palette(
      paper: "var(--paper)", ink: "var(--ink)", line: "var(--quiet)", rule: "var(--rule)",
      added: "var(--added)", removed: "var(--removed)", changed: "var(--changed)")

    func color(_ sign: SchemaChangeDescription.Sign) -> String {
      switch sign {
      case .added: added
      case .removed: removed
      case .changed: changed
      }
    }

    /// The attribute for the text of a changed element; empty for an unchanged one.
    func ink(of sign: SchemaChangeDescription.Sign?) -> String {
      sign.map { " fill=\"\(color($0))\"" } ?? ""
    }
  }
}

/// Routes lines through a picture with columns of boxes, between the boxes but not behind them.
struct DiagramLanes {
  struct Column {
    let x: ClosedRange<Double>
    /// The boxes from top to bottom.
    let boxes: [ClosedRange<Double>]
  }

  private let columns: [Column]
  private let gap: Double
  /// The number of lines through each gap, which determines the offset of the next one.
  private var uses: [[Int]]
  private(set) var bottom = 0.0

  /// Creates empty lanes for columns that are sorted from left to right.
  ///
  /// `gap` is the free height above, between and below the boxes.
  init(columns: [Column], gap: Double) {
    self.columns = columns
    self.gap = gap
    uses = columns.map { Array(repeating: 0, count: $0.boxes.count + 1) }
  }

  /// Finds the points of a line between two columns, for an SVG path with curves between columns
  /// and straight lines across them.
  ///
  /// - Complexity: O(*n*) for the *n* boxes of the columns in between.
  mutating func way(
    from origin: (column: Int, y: Double), to destination: (column: Int, y: Double)
  ) -> [(x: Double, y: Double)] {
    let step = origin.column < destination.column ? 1 : -1
    func edge(_ column: Int, entering: Bool) -> Double {
      (step > 0) == entering ? columns[column].x.lowerBound : columns[column].x.upperBound
    }
    var points = [(x: edge(origin.column, entering: false), y: origin.y)]
    let between = stride(from: origin.column + step, to: destination.column, by: step)
    var left = abs(destination.column - origin.column)
    for column in between {
      let y = points[points.count - 1].y
      let lane = lane(through: column, near: y + (destination.y - y) / Double(left))
      points.append((edge(column, entering: true), lane))
      points.append((edge(column, entering: false), lane))
      left -= 1
    }
    return points + [(edge(destination.column, entering: true), destination.y)]
  }

  private mutating func lane(through column: Int, near y: Double) -> Double {
    let boxes = columns[column].boxes
    let middles =
      boxes.map { $0.lowerBound - gap / 2 } + [boxes[boxes.count - 1].upperBound + gap / 2]
    let nearest = middles.indices.min { abs(middles[$0] - y) < abs(middles[$1] - y) } ?? 0
    let use = uses[column][nearest]
    uses[column][nearest] += 1
    // Offset lines within a gap, the first in the middle; beyond five, lines overlap.
    let place = Double((use % 5 + 1) / 2) * (use % 2 == 0 ? -1 : 1)
    let lane = middles[nearest] + place * gap / 6
    bottom = max(bottom, lane)
    return lane
  }
}
