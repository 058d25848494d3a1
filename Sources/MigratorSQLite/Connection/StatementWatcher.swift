/// Receives the statements of a connection that may write, before and after they run.
///
/// It receives statements one by one, as they run, and not those that fail to compile.
package struct StatementWatcher {
  /// Called with the SQL of a statement before it runs; the statement rethrows errors.
  package let begin: (String) throws -> Void
  /// Called with the error, if any, after a statement completed or failed.
  package let end: ((any Error)?) -> Void

  package init(
    begin: @escaping (String) throws -> Void, end: @escaping ((any Error)?) -> Void
  ) {
    self.begin = begin
    self.end = end
  }
}

extension Database {
  /// Runs a closure while a watcher receives its statements that may write.
  ///
  /// - Parameters:
  ///   - watcher: The watcher; `nil` runs the closure without one.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  package func watched<T>(by watcher: StatementWatcher?, _ body: () throws -> T) rethrows -> T {
    guard let watcher else { return try body() }
    let outer = self.watcher
    self.watcher = watcher
    defer { self.watcher = outer }
    return try body()
  }

  /// Runs read-only statements hidden from the authorizer, follower and watcher.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  package func aside<T>(_ body: () throws -> T) rethrows -> T {
    let (watcher, follower) = (self.watcher, self.follower)
    (self.watcher, self.follower) = (nil, nil)
    defer { (self.watcher, self.follower) = (watcher, follower) }
    return try unobserved(body)
  }
}
