import SQLSyntax

extension Database {
  /// Runs a closure while a follower receives the statements that completed.
  ///
  /// Unlike an ``Authorizer``, which sees statements when they are compiled, the follower receives
  /// them in execution order, without those that failed. It does not receive statements that
  /// extensions run internally.
  ///
  /// - Parameters:
  ///   - words: The first keywords of the statements to report.
  ///   - follower: Called with the SQL of a statement. It must not use the connection.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  package func followed<T>(
    from words: Set<SQLName>, by follower: @escaping (String) -> Void, _ body: () throws -> T
  ) rethrows -> T {
    let outer = self.follower
    self.follower = CompletionObserver(words: words, follow: follower)
    defer { self.follower = outer }
    return try body()
  }
}

struct CompletionObserver {
  let words: Set<SQLName>
  let follow: (String) -> Void
}
