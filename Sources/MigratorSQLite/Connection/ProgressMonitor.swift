import CSQLite3

/// Watches the statements of a connection: signs of life, and a way to stop them.
public final class ProgressMonitor {
  /// Virtual-machine steps between two looks at the cancellation.
  ///
  /// Small enough that cancelling answers at once, large enough to cost nothing.
  static let interval: Int32 = 1000

  private let cancellation: Cancellation?
  private let onProgress: ((Int) -> Void)?
  private var kiloSteps = 0

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - cancellation: Stops statements with SQLITE_INTERRUPT once it is set.
  ///   - onProgress: Called from within statements, on their thread, with the number of
  ///     virtual-machine steps so far, in thousands. It must not use the connection, and should
  ///     return at once: it is called many thousand times a second.
  public init(cancellation: Cancellation? = nil, onProgress: ((Int) -> Void)? = nil) {
    self.cancellation = cancellation
    self.onProgress = onProgress
  }

  /// Creates a monitor that stops statements when it is too late, or somebody stops them.
  ///
  /// - Parameters:
  ///   - deadline: When it is too late.
  ///   - cancellation: Stops them before.
  package convenience init(until deadline: ContinuousClock.Instant, or cancellation: Cancellation?)
  {
    let late = Cancellation()
    self.init(cancellation: late) { _ in
      if ContinuousClock.now > deadline || cancellation?.isCancelled == true { late.cancel() }
    }
  }

  /// Whether statements are to stop.
  package var isCancelled: Bool { cancellation?.isCancelled ?? false }

  /// Counts an interval, and returns whether the statement is to stop.
  fileprivate func tick() -> Bool {
    kiloSteps += Int(Self.interval) / 1000
    onProgress?(kiloSteps)
    return isCancelled
  }
}

extension Database {
  /// Runs a closure while a monitor watches its statements.
  ///
  /// A cancelled statement throws SQLITE_INTERRUPT, and so does each that follows in `body`, except
  /// for rollbacks. After the interruption of a writing statement SQLite may have rolled back the
  /// whole transaction: ``isInsideTransaction`` tells.
  ///
  /// - Parameters:
  ///   - monitor: The monitor; `nil` changes nothing.
  ///   - body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure.
  public func monitored<T>(by monitor: ProgressMonitor?, _ body: () throws -> T) rethrows -> T {
    guard let monitor else { return try body() }
    let outer = self.monitor
    install(monitor)
    defer { install(outer) }
    return try body()
  }

  /// Runs a closure whose statements cannot be cancelled, such as those that put things back, nor are
  /// kept from running by what went wrong before.
  ///
  /// - Parameter body: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure.
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

  /// Throws when statements are to stop: for what takes its time between two of them.
  package func checkCancellation() throws {
    if monitor?.isCancelled == true {
      throw DatabaseError(
        resultCode: .SQLITE_INTERRUPT, message: SQLiteLibrary.words(for: SQLITE_INTERRUPT))
    }
  }

  /// Runs statements that put things back, which neither cancelling nor an interruption keeps from being done.
  func putBack(_ sql: String) throws {
    try ignoringCancellation {
      do {
        try execute(sql: sql)
      } catch DatabaseError.SQLITE_INTERRUPT {
        // FTS5 may leave statements in the middle that keep the connection interrupted, whatever follows:
        // <https://sqlite.org/forum/forumpost/137c7662b3>. Without them it is not.
        resetAllStatements()
        try execute(sql: sql)
      }
    }
  }

  /// Ends the runs of all statements, also those of modules.
  private func resetAllStatements() {
    var statement = sqlite3_next_stmt(connection, nil)
    while statement != nil {
      sqlite3_reset(statement)
      statement = sqlite3_next_stmt(connection, statement)
    }
  }

  /// Lets a monitor watch the statements from now on.
  func install(_ monitor: ProgressMonitor?) {
    self.monitor = monitor
    guard let monitor else { return sqlite3_progress_handler(connection, 0, nil, nil) }
    // `self.monitor` keeps the monitor alive for as long as SQLite knows its address.
    sqlite3_progress_handler(
      connection, ProgressMonitor.interval,
      { context in
        guard let context else { return 0 }
        return Unmanaged<ProgressMonitor>.fromOpaque(context).takeUnretainedValue().tick() ? 1 : 0
      }, Unmanaged.passUnretained(monitor).toOpaque())
  }
}
