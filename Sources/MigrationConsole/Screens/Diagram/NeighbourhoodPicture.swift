import MigratorSchema
import TerminalUI

/// A table with its parents and children, as boxes and lines.
///
/// If there is room, the children are to the left of the table and the parents to the right.
/// Otherwise the parents are above and the children below. A line starts at the first column of a
/// foreign key and ends with an arrow at the heading of the parent table. Lines to the same table
/// share a lane.
struct NeighbourhoodPicture {
  private struct Edge {
    let start: Point
    let end: Point
    let destination: Int
    let sign: SchemaChangeDescription.Sign?
    var rows: ClosedRange<Int> { min(start.y, end.y)...max(start.y, end.y) }
  }

  private let graph: SchemaGraph
  private let subject: TableBox
  private let parents: [TableBox]
  private let children: [TableBox]
  private let glyphs: GlyphSet
  private var places: [Int: Rect] = [:]

  private static let narrowest = 16

  init(around table: Int, of graph: SchemaGraph, glyphs: GlyphSet) {
    self.graph = graph
    self.glyphs = glyphs
    subject = TableBox(table, of: graph, glyphs: glyphs)
    let (parents, children) = graph.neighbours(of: table)
    // A neighbor shows only the columns that connect it with the table.
    func box(_ other: Int) -> TableBox {
      let shown = graph.foreignKeys.flatMap { key -> [String] in
        if key.origin == table, key.destination == other { return key.destinationColumns }
        if key.origin == other, key.destination == table { return key.columns }
        return []
      }
      return TableBox(other, of: graph, glyphs: glyphs, showing: Set(shown))
    }
    self.parents = parents.map(box)
    self.children = children.map(box)
  }

  /// The lines of the picture; names are truncated if it is wider than `width`.
  func lines(width: Int) -> [StyledLine] {
    var picture = self
    var canvas = LineCanvas(glyphs)
    if !picture.drawInColumns(width: width, on: &canvas) {
      picture.drawInRows(width: width, on: &canvas)
    }
    return canvas.lines
  }

  // MARK: Side by side

  private mutating func drawInColumns(width: Int, on canvas: inout LineCanvas) -> Bool {
    guard !parents.isEmpty || !children.isEmpty else { return false }
    let (left, right) = (Self.width(of: children), Self.width(of: parents))
    let incoming = children.isEmpty ? 0 : 5
    let outgoing = ways == 0 ? 0 : 3 + (refersBack ? ways + 1 : ways) * 2
    let middle = subject.naturalWidth
    guard left + incoming + middle + outgoing + right <= width else { return false }
    let middleX = left + incoming
    places[subject.table] = Rect(x: middleX, y: 0, width: middle, height: subject.height)
    place(children, x: 0, width: left)
    place(parents, x: middleX + middle + outgoing, width: right)
    for box in children + [subject] + parents { draw(box, on: &canvas) }
    let own = edges(from: [subject], to: nil, leaving: .right) {
      $0 == subject.table ? .right : .left
    }
    let back = edges(from: parents, to: subject.table, leaving: .left) { _ in .right }
    draw(own + back, on: &canvas) { middleX + middle + 2 + $0 * 2 }
    let toIt = edges(from: children, to: subject.table, leaving: .right) { _ in .left }
    draw(toIt, on: &canvas) { left + 2 + $0 * 2 }
    return true
  }

  private static func width(of boxes: [TableBox]) -> Int { boxes.map(\.naturalWidth).max() ?? 0 }

  private func refers(_ origin: Int) -> Bool {
    graph.foreignKeys.contains { $0.origin == origin && $0.destination == subject.table }
  }

  /// True if a parent of the table is also one of its children.
  private var refersBack: Bool { parents.contains { refers($0.table) } }

  /// The number of tables that the table refers to, including itself.
  private var ways: Int { parents.count + (refers(subject.table) ? 1 : 0) }

  private mutating func place(_ boxes: [TableBox], x: Int, y start: Int = 0, width: Int) {
    var y = start
    for box in boxes {
      places[box.table] = Rect(x: x, y: y, width: width, height: box.height)
      y += box.height + 1
    }
  }

  // MARK: One above the other

  private mutating func drawInRows(width: Int, on canvas: inout LineCanvas) {
    // The parent of the first foreign key is nearest, so that few lines cross.
    let boxes = parents.reversed() + [subject] + children
    let incoming = children.isEmpty && !refersBack ? 0 : 3
    let step = ways > 4 ? 1 : 2
    let outgoing = ways == 0 ? 0 : 2 + ways * step
    let room = max(Self.narrowest, width - incoming - outgoing)
    let boxWidth = min(Self.width(of: boxes), room)
    place(boxes, x: incoming, width: boxWidth)
    for box in boxes { draw(box, on: &canvas) }
    let own = edges(from: [subject], to: nil, leaving: .right) { _ in .right }
    draw(own, on: &canvas) { incoming + boxWidth + 2 + $0 * step }
    let toIt = edges(from: parents + children, to: subject.table, leaving: .left) { _ in .left }
    // All these lines lead to one table and share a lane.
    draw(toIt, on: &canvas) { _ in 0 }
  }

  // MARK: Lines

  private enum Side { case left, right }

  private func draw(_ box: TableBox, on canvas: inout LineCanvas) {
    guard let rect = places[box.table] else { return }
    box.draw(at: rect, isSelected: box.table == subject.table, on: &canvas)
  }

  /// The foreign keys of some boxes, to one table or to all shown tables.
  private func edges(
    from boxes: [TableBox], to destination: Int?, leaving: Side, entering: (Int) -> Side
  ) -> [Edge] {
    boxes.flatMap { box -> [Edge] in
      graph.keys(of: box.table).compactMap { place -> Edge? in
        let key = graph.foreignKeys[place]
        guard destination.map({ $0 == key.destination }) ?? true,
          let from = places[box.table], let to = places[key.destination]
        else { return nil }
        func x(_ rect: Rect, _ side: Side) -> Int { side == .left ? rect.x : rect.right - 1 }
        return Edge(
          start: Point(x: x(from, leaving), y: from.y + box.line(of: key)),
          end: Point(x: x(to, entering(key.destination)), y: to.y),
          destination: key.destination, sign: key.sign)
      }
    }
  }

  /// Draws lines beside the boxes; lines to different tables use different lanes where their rows
  /// overlap.
  ///
  /// `column` returns the column of the nth lane.
  private func draw(
    _ edges: [Edge], on canvas: inout LineCanvas, column: (Int) -> Int
  ) {
    let groups = Dictionary(grouping: edges, by: \.destination).map { destination, edges in
      let rows = edges.reduce(edges[0].rows) {
        min($0.lowerBound, $1.rows.lowerBound)...max($0.upperBound, $1.rows.upperBound)
      }
      return (destination: destination, edges: edges, rows: rows)
    }
    .sorted { ($0.rows.count, $0.destination) < ($1.rows.count, $1.destination) }
    var lanes: [[ClosedRange<Int>]] = []
    for group in groups {
      let lane =
        lanes.firstIndex { !$0.contains { $0.overlaps(group.rows) } }
        ?? {
          lanes.append([])
          return lanes.count - 1
        }()
      lanes[lane].append(group.rows)
      for edge in group.edges { draw(edge, at: column(lane), on: &canvas) }
    }
  }

  private func draw(_ edge: Edge, at x: Int, on canvas: inout LineCanvas) {
    let role = edge.sign?.role ?? .border
    let toward = edge.end.x > x ? edge.end.x - 1 : edge.end.x + 1
    canvas.horizontal(edge.start.y, from: edge.start.x, to: x, role)
    canvas.vertical(x, from: edge.start.y, to: edge.end.y, role)
    canvas.horizontal(edge.end.y, from: x, to: toward, role)
    let arrow = edge.end.x > x ? glyphs.arrowRight : glyphs.arrowLeft
    canvas.replace(arrow, toward, edge.end.y, Style(role, bold: true))
    guard let sign = edge.sign else { return }
    let beside = edge.start.x < x ? edge.start.x + 1 : edge.start.x - 1
    canvas.replace(
      SafeText(sign.rawValue), beside, edge.start.y, Style(role, bold: true))
  }
}
