public import MigratorEngine

/// What is wrong and what to do next, of whatever a session throws: the one place that words errors.
public struct Explanation: Sendable, Hashable {
  /// What is wrong, in sentences.
  public let sentence: String
  /// What to do next.
  public let remedy: Remedy
  /// Whether the operator stopped it.
  public let isCancellation: Bool

  /// Whether others have to come to an end first.
  package var waitsForOthers: Bool { remedy == .waitForOthers }

  /// Words an error.
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
