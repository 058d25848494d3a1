/// Is told of the statements of a connection that may write, before they run and after.
///
/// It hears of them one by one, as they run; of those that cannot be compiled it does not hear.
package struct StatementWatcher {
  /// Called before a statement runs, with its text; what it throws is thrown by the statement.
  package let begin: (String) throws -> Void
  /// Called once it has run to its end, or failed, with the error.
  package let end: ((any Error)?) -> Void

  /// Creates a watcher; the parameters are the properties.
  package init(
    begin: @escaping (String) throws -> Void, end: @escaping ((any Error)?) -> Void
  ) {
    self.begin = begin
    self.end = end
  }
}

extension Database {
  /// Runs a closure while a watcher is told of the statements in it that may write.
  ///
  /// - Parameters:
  ///   - watcher: The watcher; `nil` is told nothing.
  ///   - body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure.
  package func watched<T>(by watcher: StatementWatcher?, _ body: () throws -> T) rethrows -> T {
    guard let watcher else { return try body() }
    let outer = self.watcher
    self.watcher = watcher
    defer { self.watcher = outer }
    return try body()
  }

  /// Runs statements that only look, between those of somebody else: no authorizer, follower or watcher
  /// is told of them.
  ///
  /// - Parameter body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure.
  package func aside<T>(_ body: () throws -> T) rethrows -> T {
    let (watcher, follower) = (self.watcher, self.follower)
    (self.watcher, self.follower) = (nil, nil)
    defer { (self.watcher, self.follower) = (watcher, follower) }
    return try unobserved(body)
  }
}
