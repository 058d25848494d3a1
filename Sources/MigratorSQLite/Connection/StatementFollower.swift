import SQLSyntax

extension Database {
  /// Runs a closure while a follower is told of statements that have run to their end.
  ///
  /// Other than an ``Authorizer``, which sees statements when they are compiled, it hears of them in
  /// the order in which they took effect, and not of those that failed. It does not hear of
  /// statements that extensions run by themselves.
  ///
  /// - Parameters:
  ///   - words: The first words of the statements to be told of; the others cost nothing.
  ///   - follower: Called with the text of a statement. It must not use the connection.
  ///   - body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure.
  package func followed<T>(
    from words: Set<SQLName>, by follower: @escaping (String) -> Void, _ body: () throws -> T
  ) rethrows -> T {
    let outer = self.follower
    self.follower = StatementFollower(words: words, follow: follower)
    defer { self.follower = outer }
    return try body()
  }
}

/// Who is told of statements that have run.
struct StatementFollower {
  let words: Set<SQLName>
  let follow: (String) -> Void
}
