import MigratorSession
import TerminalUI

struct StyledLine: Sendable, Hashable {
  struct Span: Sendable, Hashable {
    var text: SafeText
    var style: Style
  }

  var spans: [Span] = []
  /// A span at the right edge, shown if there is room.
  var trailing: Span?
  /// The index of the span that is cut in the middle if the line is too wide, because names often
  /// differ only at their end.
  var shortened: Int?
  /// The columns at the left that do not scroll; prose never scrolls.
  var fixedColumns = 0

  /// Creates a line in one style from raw text, which is sanitized.
  init(_ text: String = "", _ role: Role = .normal, bold: Bool = false) {
    if !text.isEmpty { add(text, role, bold: bold) }
  }

  /// Adds a span of raw text, which is sanitized.
  mutating func add(_ text: String, _ role: Role = .normal, bold: Bool = false) {
    add(SafeText(text), role, bold: bold)
  }

  mutating func add(_ text: SafeText, _ role: Role = .normal, bold: Bool = false) {
    spans.append(Span(text: text, style: Style(role, bold: bold)))
  }

  /// Adds a name, which is cut in the middle if the line is too wide.
  mutating func addName(_ name: String, _ role: Role = .normal) {
    shortened = spans.count
    add(name, role)
  }

  func adding(_ text: String, _ role: Role = .normal, bold: Bool = false) -> StyledLine {
    var line = self
    line.add(text, role, bold: bold)
    return line
  }

  func indented(by columns: Int) -> StyledLine {
    var line = self
    line.spans.insert(
      Span(text: SafeText(String(repeating: " ", count: columns)), style: Style(.normal)), at: 0)
    line.shortened = shortened.map { $0 + 1 }
    return line
  }

  var ascii: StyledLine {
    func ascii(_ span: Span) -> Span { Span(text: span.text.ascii, style: span.style) }
    var line = self
    line.spans = spans.map(ascii)
    line.trailing = trailing.map(ascii)
    return line
  }

  var plain: String { spans.map(\.text.plain).joined() }

  /// The width in columns.
  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}

extension StyledLine {
  /// Shows whether data is from the real file or a copy, its age in seconds, and whether the file
  /// or the migrations have changed since.
  static func provenance(isCopy: Bool, age: Double, isStale: Bool) -> StyledLine {
    StyledLine(isCopy ? "COPY" : "REAL", isCopy ? .copy : .real, bold: true)
      .adding(isStale ? " stale" : " \(Format.ago(age))", isStale ? .warning : .dim)
  }
}

struct DetailContent: Sendable {
  var title = ""
  var lines: [StyledLine] = []
  var scroll = 0
  var columnOffset = 0
  /// The line of the last match visited, until the next scroll.
  var match: Int?

  /// Scrolls to the side, as far as the lines that scroll are wider than the pane.
  mutating func scrollColumns(by step: Int, width: Int) {
    guard columnOffset + step > 0 else { return columnOffset = 0 }
    let widest = lines.lazy.filter { $0.fixedColumns < $0.width }.map(\.width).max() ?? 0
    columnOffset = max(0, min(columnOffset + step, widest - width))
  }
}

/// Sanitizes raw text and wraps it to a width.
func paragraph(
  _ text: String, width: Int, _ role: Role = .normal, bold: Bool = false
) -> [StyledLine] {
  SafeText(text).wrapped(columns: max(8, width)).map { piece in
    var line = StyledLine()
    line.add(piece, role, bold: bold)
    line.fixedColumns = .max
    return line
  }
}
