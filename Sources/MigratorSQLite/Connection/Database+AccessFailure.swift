extension Database {
  /// Runs a closure and throws the failure recorded in it, if any, before the closure's own error.
  ///
  /// See ``AccessFailure``.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: ``DatabaseError``; errors thrown by the closure.
  package func throwingRecordedFailure<T>(_ body: () throws -> T) throws -> T {
    let result = Result { try AccessFailure.$current.withValue(failure) { try body() } }
    if let error = failure.take() { throw error }
    return try result.get()
  }
}
