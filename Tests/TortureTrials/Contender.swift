import Foundation
import MigratorEngine
import MigratorPlatform

/// A second connection that writes in a loop and measures how long it waits for the write lock.
final class Contender: Sendable {
  /// The work of the connection each time it holds the write lock.
  enum Work: Sendable {
    case nothing
    /// Inserts a row into `beat` and commits.
    case commit
  }

  private struct State {
    var isEnding = false
    var longest = Duration.zero
    var count = 0
    var error: (any Error)?
  }

  private let state = Mutex(State())
  private let ended = DispatchSemaphore(value: 0)

  /// Starts writing, with a pause in milliseconds after each transaction.
  init(_ path: String, _ work: Work, pause: UInt32 = 2) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    Thread.detachNewThread { [state, ended] in
      defer { ended.signal() }
      while !state.withLock({ $0.isEnding }) {
        let start = ContinuousClock.now
        let result = Result { try Self.write(queue, work) }
        let time = ContinuousClock.now - start
        state.withLock {
          $0.longest = max($0.longest, time)
          $0.count += 1
          if case .failure(let error) = result { ($0.error, $0.isEnding) = (error, true) }
        }
        usleep(pause * 1_000)
      }
      try? queue.close()
    }
  }

  private static func write(_ queue: DatabaseQueue, _ work: Work) throws {
    try queue.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        guard case .commit = work else { return .rollback }
        try db.execute(sql: "INSERT INTO beat VALUES (1)")
        return .commit
      }
    }
  }

  /// Stops writing.
  ///
  /// - Returns: The longest time from requesting the lock to the end of the transaction, in
  ///   seconds.
  /// - Throws: The error of a write that failed.
  func end() throws -> Double {
    state.withLock { $0.isEnding = true }
    ended.wait()
    let state = state.withLock { $0 }
    if let error = state.error { throw error }
    return state.longest / .seconds(1)
  }
}
