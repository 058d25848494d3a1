import MigratorSession

extension WorkFailure {
  /// Takes the words of an error.
  ///
  /// - Parameter error: The error that work threw.
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
