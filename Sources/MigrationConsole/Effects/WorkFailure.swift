import MigratorEngine
import MigratorSession
import TerminalUI

/// Why work failed, as text for the operator.
struct WorkFailure: Error, Sendable, Hashable {
  var message: String
  /// How to fix it, if the message does not explain it.
  var remedy: Remedy?
  var isCancellation: Bool
}

extension WorkFailure {
  /// Describes an error; the commands in the remedy name the database if it is known.
  init(_ error: any Error, of database: String? = nil) {
    if let failure = error as? WorkFailure {
      self = failure
      return
    }
    let explanation = Explanation(error)
    self.init(
      message: explanation.sentence,
      remedy: database.map(explanation.remedy.naming) ?? explanation.remedy,
      isCancellation: explanation.isCancellation)
  }
}

extension SharedState {
  /// Describes an error; the commands in the remedy name the database.
  func failure(_ error: any Error) -> WorkFailure {
    WorkFailure(error, of: context.path)
  }
}

extension WorkFailure {
  func lines(width: Int) -> [StyledLine] {
    paragraph(message, width: width, .danger)
      + (remedy.map { paragraph($0.sentence, width: width, .warning) } ?? [])
  }

  /// The error and the fix in one string.
  var whole: String { ([message] + (remedy.map { [$0.sentence] } ?? [])).joined(separator: " ") }
}
