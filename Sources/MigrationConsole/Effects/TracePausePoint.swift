import Dispatch
import MigratorEngine
import MigratorPlatform

/// How far a traced migration runs before it pauses again.
enum TraceGoal: Sendable, Hashable {
  case before(Int)
  case afterLast
  /// Run to the end: record, check and commit, or roll back after a failure.
  case finish

  /// True if a migration continues past a place.
  func allows(_ place: StatementPause.Place) -> Bool {
    switch (self, place) {
    case (.finish, _), (.afterLast, .before): true
    case (.before(let goal), .before(let index, _, _, _)): index < goal
    case (.before, .afterLast), (.before, .failed), (.afterLast, _): false
    }
  }
}

/// The point where the worker that traces a migration waits for the operator.
final class TracePausePoint: Sendable {
  private struct State {
    var goal = TraceGoal.before(0)
    var queries: [String] = []
  }

  private let state = Mutex(State())
  private let bell = DispatchSemaphore(value: 0)

  /// Lets the worker continue.
  ///
  /// - Parameter goal: How far the migration runs.
  func open(to goal: TraceGoal) {
    state.withLock { $0.goal = goal }
    bell.signal()
  }

  func ask(_ sql: String) {
    state.withLock { $0.queries.append(sql) }
    bell.signal()
  }

  /// Makes the worker check for cancellation.
  func wake() { bell.signal() }

  /// Waits until the goal is beyond the place, the deadline has passed, or ``wake()`` is called
  /// after a cancellation.
  ///
  /// Calls `onHold` before it waits, and `onQuery` for each query that arrives meanwhile.
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
