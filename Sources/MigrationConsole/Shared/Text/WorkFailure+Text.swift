import MigratorEngine
import TerminalUI

extension WorkFailure {
  /// The error, then the fix.
  func lines(width: Int) -> [StyledLine] {
    paragraph(message, width: width, .danger)
      + (remedy.map { paragraph($0.sentence, width: width, .warning) } ?? [])
  }

  /// The error and the fix in one string.
  var whole: String { ([message] + (remedy.map { [$0.sentence] } ?? [])).joined(separator: " ") }
}
