import MigratorEngine
import MigratorSession

/// Why work did not come to its end, in words for a person.
struct WorkFailure: Error, Sendable, Hashable {
  /// What went wrong.
  var message: String
  /// What to do, where the message does not say it.
  var remedy: Remedy?
  /// Whether the operator stopped it.
  var isCancellation: Bool
}

extension WorkFailure {
  /// Takes the words of an error.
  init(_ error: any Error) {
    if let failure = error as? WorkFailure {
      self = failure
      return
    }
    let explanation = Explanation(error)
    self.init(
      message: explanation.sentence, remedy: explanation.remedy,
      isCancellation: explanation.isCancellation)
  }
}
