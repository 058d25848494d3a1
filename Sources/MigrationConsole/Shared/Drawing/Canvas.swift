import TerminalUI

struct Canvas {
  var grid: CellGrid
  var cursor: Point?

  /// The parts of the screen that react to the mouse; the last one drawn takes precedence.
  private(set) var areas: [MouseArea] = []
  private let keys: KeyMap

  init(_ scene: SharedState) {
    keys = scene.context.keys
    grid = CellGrid(size: scene.size, glyphs: scene.glyphs)
  }

  var glyphs: GlyphSet { grid.glyphs }

  /// Writes raw text, sanitized and truncated at a limit, by default the right edge.
  ///
  /// Returns the column after the text.
  @discardableResult
  mutating func write(
    _ text: String, _ x: Int, _ y: Int, _ role: Role = .normal, bold: Bool = false,
    limit: Int? = nil
  ) -> Int {
    write(SafeText(text), x, y, Style(role, bold: bold), limit: limit)
  }

  /// Writes sanitized text, truncated, and in ASCII if the terminal requires it.
  ///
  /// Returns the column after the text.
  @discardableResult
  mutating func write(_ text: SafeText, _ x: Int, _ y: Int, _ style: Style, limit: Int? = nil)
    -> Int
  {
    let room = min(limit ?? grid.size.columns, grid.size.columns) - x
    guard room > 0, y >= 0, y < grid.size.rows else { return x }
    return x + grid.put(text, x: x, y: y, style: style, width: room)
  }

  mutating func write(_ line: StyledLine, in rect: Rect, row: Int, columnOffset: Int = 0) {
    var line = glyphs.isASCII ? line.ascii : line
    var x = rect.x
    let end = rect.x + rect.width
    var trailingStart = end
    if let trailing = line.trailing, trailing.text.width + 4 <= rect.width {
      trailingStart = end - trailing.text.width
      write(trailing.text, trailingStart, rect.y + row, trailing.style, limit: end)
      trailingStart -= 1
    }
    if let place = line.shortened, line.width > trailingStart - rect.x {
      let name = line.spans[place].text
      let before = line.spans[..<place].reduce(0) { $0 + $1.text.width }
      // What follows a name is dropped before the name is cut.
      line.spans.removeLast(line.spans.count - place - 1)
      let room = trailingStart - rect.x - before
      line.spans[place].text = name.withoutMiddle(
        columns: max(Self.shortestName, room), ellipsis: glyphs.ellipsis)
    }
    let isMoved = columnOffset > 0 && line.fixedColumns < line.width
    if isMoved { line = line.withoutColumns(line.fixedColumns, columnOffset) }
    let overflows = line.width > trailingStart - rect.x
    for span in line.spans {
      let text = span.text
      guard x < trailingStart else { break }
      let isTruncated = text.width > trailingStart - x
      x = write(text, x, rect.y + row, span.style, limit: trailingStart)
      if isTruncated { break }
    }
    guard overflows, trailingStart > rect.x else { return }
    // Mark a truncated line with an ellipsis in its last column. If a wide character did not fit,
    // `put` has already drawn one further left.
    let y = rect.y + row
    var last = trailingStart - 1
    while last > rect.x, grid[last, y].cluster == " " { last -= 1 }
    if grid[last, y].cluster != glyphs.ellipsis.plain { last = trailingStart - 1 }
    write(glyphs.ellipsis, last, y, Style(.dim), limit: trailingStart)
  }

  /// The columns that a shortened name keeps.
  static let shortestName = 10

  mutating func area(_ rect: Rect, _ target: MouseTarget) {
    areas.append(MouseArea(rect: rect, target: target))
  }

  mutating func mark(_ search: WordSearch, in rect: Rect, row: Int) {
    guard !search.isEmpty else { return }
    let y = rect.y + row
    let cells = (rect.x..<rect.right).map { grid[$0, y].cluster.lowercased() }
    for place in search.places(inCells: cells) {
      let area = Rect(x: rect.x + place.lowerBound, y: y, width: place.count, height: 1)
      let isSelected = grid[area.x, y].style.role == .selection
      grid.style(
        area,
        isSelected ? Style(.selection, bold: true, underline: true) : Style(.match))
    }
  }

  mutating func box(
    _ rect: Rect, title: String, footer: String = "", focused: Bool, isDestructive: Bool = false
  ) {
    grid.box(
      rect, title: title.isEmpty ? nil : text(title), footer: footer.isEmpty ? nil : text(footer),
      focused: focused)
    guard isDestructive else { return }
    let sides = [
      Rect(x: rect.x, y: rect.y, width: rect.width, height: 1),
      Rect(x: rect.x, y: rect.bottom - 1, width: rect.width, height: 1),
      Rect(x: rect.x, y: rect.y, width: 1, height: rect.height),
      Rect(x: rect.right - 1, y: rect.y, width: 1, height: rect.height),
    ]
    for side in sides { grid.style(side, Style(.danger, bold: true)) }
  }

  /// Sanitized text, in ASCII if the terminal requires it.
  private func text(_ raw: String) -> SafeText {
    let safe = SafeText(raw)
    return glyphs.isASCII ? safe.ascii : safe
  }

  /// Draws a notice; if it is truncated, adds the key that shows all of it.
  ///
  /// Returns the column after it.
  @discardableResult
  mutating func draw(_ notice: Notice, y: Int, isWhole: Bool, limit: Int? = nil) -> Int {
    let limit = limit ?? grid.size.columns
    let (mark, role): (String, Role) =
      switch notice.level {
      case .info: ("", .normal)
      case .warning: ("\(glyphs.warning.plain) ", .warning)
      case .error: ("\(glyphs.failed.plain) ", .danger)
      }
    let x = write(" \(mark)", 0, y, role, bold: true)
    let words = glyphs.isASCII ? SafeText(notice.text).ascii : SafeText(notice.text)
    guard x + words.width >= limit, !isWhole else {
      return write(
        words.prefix(columns: limit - x - 1, ellipsis: glyphs.ellipsis), x, y, Style(role))
    }
    let key = keys.label(of: .readNotice)
    let hint = grid.size.columns < 60 ? " all " : " shows all "
    let end = limit - 1 - key.count - hint.count
    write(words.prefix(columns: end - x, ellipsis: glyphs.ellipsis), x, y, Style(role))
    write(" \(key)", end, y, .key, bold: true)
    // The hint ends with a space.
    return write(hint, end + 1 + key.count, y, .dim) - 1
  }
}

extension StyledLine {
  /// The line without some columns after the first `fixed` ones, which have a fixed text such as a
  /// line number.
  fileprivate func withoutColumns(_ fixed: Int, _ columns: Int) -> StyledLine {
    var line = self
    var (kept, skip) = (fixed, columns)
    line.spans = spans.map { span in
      var span = span
      let head = span.text.prefix(columns: kept, ellipsis: "")
      let rest = span.text.dropFirst(columns: head.width)
      kept -= head.width
      span.text = head + rest.dropFirst(columns: skip)
      skip = max(0, skip - rest.width)
      return span
    }
    return line
  }
}
