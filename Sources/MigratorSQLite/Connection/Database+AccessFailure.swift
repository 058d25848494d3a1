extension Database {
  /// Runs a closure, and throws what went wrong in it where it could not be thrown, before what came
  /// of that.
  ///
  /// - Parameter body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: ``DatabaseError``; the error of the closure.
  package func tellingFailures<T>(_ body: () throws -> T) throws -> T {
    let result = Result { try AccessFailure.$current.withValue(failure) { try body() } }
    if let error = failure.take() { throw error }
    return try result.get()
  }
}
