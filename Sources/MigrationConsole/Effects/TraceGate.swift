import Dispatch
import MigratorEngine
import MigratorPlatform

/// How far a migration that is traced runs before it is held again.
enum TraceGoal: Sendable, Hashable {
  /// To before the statement with this index.
  case before(Int)
  /// To after the last statement.
  case afterLast
  /// To its end: record, check and commit, or the way back after a failure.
  case finish

  /// Whether a migration that stands at a place goes on.
  func allows(_ place: StatementPause.Place) -> Bool {
    switch (self, place) {
    case (.finish, _), (.afterLast, .before): true
    case (.before(let goal), .before(let index, _, _, _)): index < goal
    case (.before, .afterLast), (.before, .failed), (.afterLast, _): false
    }
  }
}

/// Where the worker that traces a migration waits for the operator.
final class TraceGate: Sendable {
  private struct State {
    var goal = TraceGoal.before(0)
    var queries: [String] = []
  }

  private let state = Mutex(State())
  private let bell = DispatchSemaphore(value: 0)

  /// Lets the worker go on.
  ///
  /// - Parameter goal: How far.
  func open(to goal: TraceGoal) {
    state.withLock { $0.goal = goal }
    bell.signal()
  }

  /// Gives the worker a query to answer where it waits.
  func ask(_ sql: String) {
    state.withLock { $0.queries.append(sql) }
    bell.signal()
  }

  /// Makes the worker look whether it was cancelled.
  func wake() { bell.signal() }

  /// Waits until the goal lies beyond a place, or the deadline is over, or ``wake()`` was called
  /// after a cancellation.
  ///
  /// Tells that there is something to wait for, and hands on each query that is asked
  /// meanwhile.
  func pass(
    _ place: StatementPause.Place, unless cancellation: Cancellation,
    until deadline: ContinuousClock.Instant?, onHold: () -> Void, onQuery: (String) -> Void
  ) {
    func isOpen() -> Bool {
      state.withLock { $0.goal }.allows(place) || cancellation.isCancelled
        || deadline.map { ContinuousClock.now >= $0 } == true
    }
    guard !isOpen() else { return }
    onHold()
    while !isOpen() {
      let query = state.withLock { $0.queries.isEmpty ? nil : $0.queries.removeFirst() }
      if let query {
        onQuery(query)
      } else if let deadline {
        let left = (deadline - ContinuousClock.now) / .milliseconds(1)
        _ = bell.wait(timeout: .now() + .milliseconds(Int(max(0, left)) + 1))
      } else {
        bell.wait()
      }
    }
  }
}
