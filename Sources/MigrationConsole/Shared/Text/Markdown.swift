import MigratorSession
import TerminalUI

/// Text as Markdown; all of it is sanitised.
enum Markdown {
  /// A text within a line or a cell of a table.
  ///
  /// - Parameter raw: The text.
  /// - Returns: The text, without what Markdown would take for its own.
  static func safe(_ raw: String) -> String {
    SafeText(raw).plain.replacing("|", with: "\\|").replacing("`", with: "'")
  }

  /// A line as an item of a list, below the one that it belongs to.
  static func item(_ line: TextLine) -> String {
    String(repeating: "  ", count: line.level) + "- " + safe(line.pieces.map(\.text).joined())
  }
}
