import Dispatch
import MigratorPlatform
package import MigratorSession

/// The first reading of a database, which begins before there is a screen to show it on.
package final class FirstReading: Sendable {
  let follower: FileFollower
  private let group = DispatchGroup()
  /// Whom to tell that another program has to be waited for.
  private let waiting = Mutex<(@Sendable () -> Void)?>(nil)
  /// Good once the group has ended.
  private let outcome = Mutex<Result<SessionOverview, any Error>>(.failure(CancellationError()))

  /// Begins to read.
  ///
  /// - Parameter session: What reads.
  package init(_ session: MigrationSession) {
    follower = FileFollower(session)
    DispatchQueue(label: "migtui.first").async(group: group) { [self] in
      let result = Result { try follower.read() }
      outcome.withLock { $0 = result }
    }
  }

  /// Notes that another program, which holds a lock, is being waited for, now or by a later reading.
  package func noteWaiting() { waiting.withLock(\.self)?() }

  /// Has somebody told of it.
  func onWaiting(_ body: @escaping @Sendable () -> Void) { waiting.withLock { $0 = body } }

  /// Waits for the end.
  ///
  /// - Parameter seconds: How long at most.
  /// - Returns: Whether it has ended.
  package func hasEnded(within seconds: Double) -> Bool {
    group.wait(timeout: .now() + seconds) == .success
  }

  /// What was read; waits for it.
  ///
  /// - Throws: What the session throws.
  package var overview: SessionOverview {
    get throws {
      group.wait()
      return try outcome.withLock { $0 }.get()
    }
  }
}
