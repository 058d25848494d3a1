import MigratorEngine
import TerminalUI

extension WorkFailure {
  /// What went wrong, then what to do.
  func lines(width: Int) -> [StyledLine] {
    paragraph(message, width: width, .danger)
      + (remedy.map { paragraph($0.sentence, width: width, .warning) } ?? [])
  }

  /// What went wrong and what to do, in one text.
  var whole: String { ([message] + (remedy.map { [$0.sentence] } ?? [])).joined(separator: " ") }
}
