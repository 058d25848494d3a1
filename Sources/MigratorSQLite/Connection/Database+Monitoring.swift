import CSQLite3

extension Database {
  /// Runs a closure while a monitor watches its statements.
  ///
  /// A cancelled statement throws SQLITE_INTERRUPT, and so does each later statement in `body`,
  /// except for rollbacks. After it interrupts a writing statement, SQLite may have rolled back the
  /// whole transaction; check ``isInsideTransaction``.
  ///
  /// - Parameters:
  ///   - monitor: The monitor; `nil` runs the closure without one.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  public func monitored<T>(by monitor: ProgressMonitor?, _ body: () throws -> T) rethrows -> T {
    guard let monitor else { return try body() }
    let outer = self.monitor
    install(monitor)
    defer { install(outer) }
    return try body()
  }

  /// Runs a closure, but gives up when its statements take too many steps.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of virtual-machine steps, in thousands.
  ///   - body: The closure.
  /// - Returns: The result of the closure, or `nil` after too many steps.
  /// - Throws: Errors thrown by the closure; SQLITE_INTERRUPT if the connection is cancelled.
  package func limited<T>(toKiloSteps limit: Int, _ body: () throws -> T) throws -> T? {
    let (outer, end) = (monitor, Cancellation())
    let limited = ProgressMonitor(cancellation: end) { steps in
      if outer?.tick() == true || steps > limit { end.cancel() }
    }
    do {
      return try monitored(by: limited, body)
    } catch let error as DatabaseError
      where error.isInterruption && end.isCancelled && outer?.isCancelled != true
    {
      return nil
    }
  }

  /// Runs a closure whose statements ignore cancellation and recorded failures.
  ///
  /// Use it for statements that restore a state, such as rollbacks.
  ///
  /// - Parameter body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure.
  public func ignoringCancellation<T>(_ body: () throws -> T) rethrows -> T {
    let (outer, outerFailure) = (monitor, failure)
    install(nil)
    failure = AccessFailure()
    defer {
      install(outer)
      failure = outerFailure
    }
    return try body()
  }

  /// Throws if statements must stop; called during long work between statements.
  package func checkCancellation() throws {
    if monitor?.isCancelled == true {
      throw DatabaseError(
        resultCode: .SQLITE_INTERRUPT, message: SQLiteLibrary.words(for: SQLITE_INTERRUPT))
    }
  }

  /// Runs statements that restore a state, despite cancellation or an interruption.
  func putBack(_ sql: String) throws {
    try ignoringCancellation {
      do {
        try execute(sql: sql)
      } catch DatabaseError.SQLITE_INTERRUPT {
        // FTS5 may leave unfinished statements that keep the connection interrupted:
        // <https://sqlite.org/forum/forumpost/137c7662b3>. Resetting them ends the interruption.
        resetAllStatements()
        try execute(sql: sql)
      }
    }
  }

  /// Resets all statements of the connection, including those of modules.
  private func resetAllStatements() {
    var statement = sqlite3_next_stmt(connection, nil)
    while statement != nil {
      sqlite3_reset(statement)
      statement = sqlite3_next_stmt(connection, statement)
    }
  }

  func install(_ monitor: ProgressMonitor?) {
    self.monitor = monitor
    guard let monitor else { return sqlite3_progress_handler(connection, 0, nil, nil) }
    // `self.monitor` keeps the monitor alive while SQLite holds its address.
    sqlite3_progress_handler(
      connection, ProgressMonitor.interval,
      { context in
        guard let context else { return 0 }
        return Unmanaged<ProgressMonitor>.fromOpaque(context).takeUnretainedValue().tick() ? 1 : 0
      }, Unmanaged.passUnretained(monitor).toOpaque())
  }

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
