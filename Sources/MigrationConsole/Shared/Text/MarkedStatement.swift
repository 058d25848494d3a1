package import MigratorEngine
package import TerminalUI

/// A failed statement with the numbers of its lines, and a caret below the place of the error.
package struct MarkedStatement: Sendable {
  /// A line.
  package struct Line: Sendable {
    /// The number and the bar at the left; blank before a caret.
    package let margin: String
    /// The text, or spaces and the caret.
    package let text: SafeText
    /// Whether the line holds the caret.
    package let isCaret: Bool
  }

  /// The lines, from top to bottom.
  package private(set) var lines: [Line] = []

  /// Marks the place of an error in a statement, if it is known.
  ///
  /// A line that is wider than there is room is shown from where its error comes into sight.
  package init(_ statement: ScriptStatement, at location: ScriptLocation?, width: Int) {
    let texts = SafeText.lines(statement.sql)
    let digits = String(statement.location.line + max(0, texts.count - 1)).count
    func margin(_ number: Int?) -> String {
      let text = number.map(String.init) ?? ""
      return String(repeating: " ", count: max(0, digits - text.count)) + text + " │ "
    }
    for (index, text) in texts.enumerated() {
      let number = statement.location.line + index
      guard let location, location.line == number else {
        lines.append(Line(margin: margin(number), text: text, isCaret: false))
        continue
      }
      // Columns are counted from the start of the file's line; the statement's first line may begin
      // further right than its text does here.
      let skipped = index == 0 ? statement.location.column : 1
      let before = text.clusters.prefix(max(0, location.column - skipped))
      var indent = before.reduce(0) { $0 + $1.width }
      let room = width - digits - 3
      var shown = text
      if text.width > room, indent > room * 2 / 3 {
        let hidden = indent - room / 2
        shown = "…" + text.dropFirst(columns: hidden + 1)
        indent -= hidden
      }
      lines.append(Line(margin: margin(number), text: shown, isCaret: false))
      let caret = SafeText(String(repeating: " ", count: max(0, indent)) + "^")
      lines.append(Line(margin: margin(nil), text: caret, isCaret: true))
    }
  }
}
