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
}
