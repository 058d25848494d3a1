import MigratorSession
import TerminalUI

/// A line of text in several styles.
struct StyledLine: Sendable, Hashable {
  /// A piece of a line in one style.
  struct Span: Sendable, Hashable {
    /// The text.
    var text: SafeText
    /// The style.
    var style: Style
  }

  /// The pieces, from left to right.
  var spans: [Span] = []
  /// A piece that stands at the right edge, if there is room.
  var trailing: Span?

  /// Creates a line in one style from raw text, which is sanitised.
  init(_ text: String = "", _ role: Role = .normal, bold: Bool = false) {
    if !text.isEmpty { add(text, role, bold: bold) }
  }

  /// Adds a piece of raw text, which is sanitised.
  mutating func add(_ text: String, _ role: Role = .normal, bold: Bool = false) {
    add(SafeText(text), role, bold: bold)
  }

  /// Adds a piece that is sanitised already.
  mutating func add(_ text: SafeText, _ role: Role = .normal, bold: Bool = false) {
    spans.append(Span(text: text, style: Style(role, bold: bold)))
  }

  /// The line with another piece at its end.
  func adding(_ text: String, _ role: Role = .normal, bold: Bool = false) -> StyledLine {
    var line = self
    line.add(text, role, bold: bold)
    return line
  }

  /// The line, so many columns further right.
  func indented(by columns: Int) -> StyledLine {
    var line = self
    line.spans.insert(
      Span(text: SafeText(String(repeating: " ", count: columns)), style: Style(.normal)), at: 0)
    return line
  }

  /// The line for terminals that can show only ASCII.
  var ascii: StyledLine {
    func ascii(_ span: Span) -> Span { Span(text: span.text.ascii, style: span.style) }
    var line = self
    line.spans = spans.map(ascii)
    line.trailing = trailing.map(ascii)
    return line
  }

  /// The text of the line, sanitised.
  var plain: String { spans.map(\.text.plain).joined() }

  /// The columns the line takes.
  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}

extension StyledLine {
  /// Says whether something is told of the real file or of a copy, how many seconds old it is, and
  /// whether the file or the migrations changed since.
  static func provenance(isCopy: Bool, age: Double, isStale: Bool) -> StyledLine {
    StyledLine(isCopy ? "COPY" : "REAL", isCopy ? .copy : .real, bold: true)
      .adding(isStale ? " stale" : " \(Format.ago(age))", isStale ? .warning : .dim)
  }
}

/// The text of a detail pane and how far it is scrolled.
struct DetailContent: Sendable {
  /// The heading of the pane.
  var title = ""
  /// The lines.
  var lines: [StyledLine] = []
  /// How many lines are scrolled away above.
  var scroll = 0
  /// How many columns are scrolled away on the left.
  var columnOffset = 0
  /// The line of the match that was gone to last, until the text is moved otherwise.
  var match: Int?
}

/// Breaks raw text, which is sanitised, into lines of a width.
func paragraph(
  _ text: String, width: Int, _ role: Role = .normal, bold: Bool = false
) -> [StyledLine] {
  SafeText(text).wrapped(columns: max(8, width)).map { piece in
    var line = StyledLine()
    line.add(piece, role, bold: bold)
    return line
  }
}
