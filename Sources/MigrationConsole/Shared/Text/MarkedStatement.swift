package import MigratorEngine
package import TerminalUI

/// A failed statement with line numbers, and a caret below the location of the error.
package struct MarkedStatement: Sendable {
  package struct Line: Sendable {
    /// The line number and the bar at the left; blank before a caret.
    package let margin: String
    /// The SQL, or spaces and the caret.
    package let text: SafeText
    package let isCaret: Bool
  }

  package private(set) var lines: [Line] = []

  /// Marks the location of an error in a statement, if it is known.
  ///
  /// A line that is too wide is scrolled to its error.
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
      // Columns count from the start of the line in the file, but the first line of the statement
      // may start further right.
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
