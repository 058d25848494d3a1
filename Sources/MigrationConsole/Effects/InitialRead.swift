import Dispatch
import MigratorPlatform
package import MigratorSession

/// The first read of a database, which starts before there is a screen to show it.
package final class InitialRead: Sendable {
  let follower: ChangePoller
  private let group = DispatchGroup()
  /// Called when a read waits for another program's lock.
  private let waiting = Mutex<(@Sendable () -> Void)?>(nil)
  /// The result, which is valid once the group has finished.
  private let outcome = Mutex<Result<SessionOverview, any Error>>(.failure(CancellationError()))

  /// Starts reading.
  ///
  /// - Parameter session: The session that reads.
  package init(_ session: MigrationSession) {
    follower = ChangePoller(session)
    DispatchQueue(label: "migtui.first").async(group: group) { [self] in
      let result = Result { try follower.read() }
      outcome.withLock { $0 = result }
    }
  }

  /// Reports that this or a later read waits for another program's lock.
  package func noteWaiting() { waiting.withLock(\.self)?() }

  func onWaiting(_ body: @escaping @Sendable () -> Void) { waiting.withLock { $0 = body } }

  /// Waits for the read to finish.
  ///
  /// - Parameter seconds: The maximum wait.
  /// - Returns: True if the read has finished.
  package func hasEnded(within seconds: Double) -> Bool {
    group.wait(timeout: .now() + seconds) == .success
  }

  /// The overview; blocks until the read has finished.
  ///
  /// - Throws: The error of the session.
  package var overview: SessionOverview {
    get throws {
      group.wait()
      return try outcome.withLock { $0 }.get()
    }
  }
}
