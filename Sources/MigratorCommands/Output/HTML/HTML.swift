import MigrationConsole
import MigratorPlatform
import TerminalUI

/// Markup that is safe in a page: every string in it was escaped.
///
/// Names, SQL and values come from files and databases, and may contain anything. They become
/// markup only by interpolation, which replaces control, bidirectional and invisible characters
/// with visible marks, escapes the characters of HTML, and limits the length:
///
///     let cell: HTML = "<td>\(name)</td>"
///
/// The markup is well-formed XML, too.
struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// The markup.
  private(set) var markup: String

  /// Creates markup from a literal, which is not escaped.
  init(stringLiteral markup: String) { self.markup = markup }

  init(stringInterpolation parts: Interpolation) { markup = parts.markup }

  /// Creates markup without content.
  init() { markup = "" }

  /// Joins markup, with a newline after each part.
  init(_ parts: [HTML]) { markup = parts.reduce(into: "") { $0 += $1.markup + "\n" } }

  /// Creates markup from a picture, and escapes its labels.
  init(_ picture: DiagramPicture, arrow: String) { markup = picture.inlineSVG(arrow: arrow) }

  /// Creates markup from safe text; replacement marks look different from the same characters.
  init(_ text: SafeText) {
    guard text.clusters.contains(where: \.isMark) else {
      markup = Self.escaped(text.plain)
      return
    }
    markup = text.clusters.reduce(into: "") { markup, cluster in
      let text = Self.escaped(cluster.text)
      markup += cluster.isMark ? "<i>\(text)</i>" : text
    }
  }

  /// The maximum number of characters of a string that a page shows.
  static let textLimit = 4_000

  /// Creates markup from a string; line breaks become marks.
  init(_ text: String, upTo limit: Int = textLimit) {
    let (head, rest) = Self.shortened(text, limit)
    self = HTML(SafeText(head))
    if rest > 0 { markup += "… (\(rest) more characters)" }
  }

  /// Creates markup from a line of a file, in which tabs become spaces.
  init(line: String) {
    let (head, rest) = Self.shortened(line, Self.textLimit)
    self = HTML(SafeText.lines(head).first ?? SafeText())
    if rest > 0 { markup += "… (\(rest) more characters)" }
  }

  static func += (markup: inout HTML, more: HTML) { markup.markup += more.markup }

  private static func shortened(_ text: String, _ limit: Int) -> (head: String, rest: Int) {
    guard text.utf8.count > limit else { return (text, 0) }
    let scalars = text.unicodeScalars
    return (String(scalars.prefix(limit)), max(0, scalars.count - limit))
  }

  private static func escaped(_ text: String) -> String {
    // A number sign could begin a command in the log of a build server.
    text.escaping([
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "#": "&#35;",
    ])
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup: String

    init(literalCapacity: Int, interpolationCount: Int) {
      markup = ""
      markup.reserveCapacity(literalCapacity)
    }

    mutating func appendLiteral(_ literal: String) { markup += literal }
    mutating func appendInterpolation(_ text: String) { markup += HTML(text).markup }
    mutating func appendInterpolation(_ number: Int) { markup += String(number) }
    mutating func appendInterpolation(_ part: HTML) { markup += part.markup }
    mutating func appendInterpolation(_ parts: [HTML]) { markup += HTML(parts).markup }

    /// Appends the value of an attribute, in which marks are plain characters.
    mutating func appendInterpolation(attribute text: String) {
      markup += HTML.escaped(SafeText(HTML.shortened(text, 200).head).plain)
    }
  }
}

extension HTML {
  /// Returns a sentence about omitted elements; empty if nothing is omitted.
  static func omitted(_ count: Int, _ sentence: HTML) -> HTML {
    count > 0 ? "<p class=\"omitted\">\(sentence)</p>\n" : HTML()
  }
}
