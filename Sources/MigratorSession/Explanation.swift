public import MigratorEngine

/// The message and the suggested next action for any error that a session throws.
public struct Explanation: Sendable, Hashable {
  /// The message, in one or more sentences.
  public let sentence: String
  /// The suggested next action.
  public let remedy: Remedy
  /// True if the operator canceled the operation.
  public let isCancellation: Bool

  /// True if another process must finish first.
  package var waitsForOthers: Bool { remedy == .waitForOthers }

  /// Explains an error.
  ///
  /// - Parameter error: The error.
  public init(_ error: any Error) {
    isCancellation =
      error is CancellationError
      || (error as? DatabaseError)?.isInterruption == true
      || (error as? MigrationFailure)?.isCancellation == true
    if isCancellation {
      sentence = "Stopped; what was not finished is undone."
      remedy = .stepAgain
    } else if let error = error as? any ExplainedError {
      (sentence, remedy) = (error.sentence, error.remedy)
    } else {
      (sentence, remedy) = (String(describing: error), .report)
    }
  }
}
