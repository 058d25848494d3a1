package import MigratorEngine
import MigratorPlatform
import MigratorSession
import TerminalUI

/// Text as Markdown; all of it is sanitised.
package enum Markdown {
  /// A text within a line or a cell of a table, in which nothing is a tag, a link or another mark of Markdown.
  static func safe(_ raw: String) -> String {
    SafeText(raw).plain.escaping([
      "\\": "\\\\", "|": "\\|", "`": "\\`", "<": "\\<", "&": "\\&", "*": "\\*", "[": "\\[",
    ])
  }

  /// A line as an item of a list, below the one that it belongs to.
  static func item(_ line: TextLine) -> String {
    String(repeating: "  ", count: line.level) + "- " + safe(line.pieces.map(\.text).joined())
  }

  /// The rows of a table that a migration changed, under a heading with a blank line before it.
  package static func lines(of list: ChangedRows, in step: StepReport) -> [String] {
    let heading = ["", "## \(safe(step.identifier)): \(safe(list.table))", "", safe(list.summary)]
    if list.rows.isEmpty { return heading }
    let key = list.key.isEmpty ? "key" : list.key.joined(separator: ", ")
    return heading + ["", "| row | \(safe(key)) | values |", "|---|---|---|"]
      + list.cells.map { "| \($0.map(safe).joined(separator: " | ")) |" }
  }
}
