package import MigratorEngine
import MigratorPlatform
import MigratorSession
import TerminalUI

package enum Markdown {
  /// Escapes text for a line or a table cell, so that it contains no Markdown syntax.
  static func safe(_ raw: String) -> String {
    SafeText(raw).plain.escaping([
      "\\": "\\\\", "|": "\\|", "`": "\\`", "<": "\\<", "&": "\\&", "*": "\\*", "[": "\\[",
    ])
  }

  static func item(_ line: TextLine) -> String {
    String(repeating: "  ", count: line.level) + "- " + safe(line.pieces.map(\.text).joined())
  }

  /// The rows of a table that a migration changed, after a blank line and a heading.
  package static func lines(of list: ChangedRows, in step: StepReport) -> [String] {
    let heading = ["", "## \(safe(step.identifier)): \(safe(list.table))", "", safe(list.summary)]
    if list.rows.isEmpty { return heading }
    let key = list.key.isEmpty ? "key" : list.key.joined(separator: ", ")
    return heading + ["", "| row | \(safe(key)) | values |", "|---|---|---|"]
      + list.cells.map { "| \($0.map(safe).joined(separator: " | ")) |" }
  }
}
