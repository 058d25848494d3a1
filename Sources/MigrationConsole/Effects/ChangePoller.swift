import Dispatch
import MigratorEngine
import MigratorSession
import MigratorPlatform

final class ChangePoller: Sendable {
  private struct Seen {
    var origin: MigrationOrigin?
    var version: String?
  }

  private let session: MigrationSession
  private let seen = Mutex(Seen())
  private let bell = DispatchSemaphore(value: 0)

  init(_ session: MigrationSession) {
    self.session = session
  }

  /// Polls at an interval in seconds until ``stop()`` is called, and reports each change.
  func follow(every interval: Double, onChange: () -> Void) {
    while bell.wait(timeout: .now() + interval) == .timedOut {
      if look() { onChange() }
    }
  }

  /// Reads the overview and records the version that it was read from.
  func read() throws -> SessionOverview {
    // Get the version first: a change during the read then causes another read.
    let origin = seen.withLock { $0.origin }
    let database = session.version(of: nil)
    let version = session.version(of: origin)
    seen.withLock { $0.version = version }
    let overview: SessionOverview
    do {
      overview = try session.overview()
    } catch {
      // If another program holds the lock, read again at the next poll.
      if Explanation(error).waitsForOthers { seen.withLock { $0.version = "" } }
      throw error
    }
    if overview.origin != origin {
      // The location of the migrations is known only now. If the database changed during the read,
      // read again at the next poll.
      let version = session.version(of: overview.origin)
      let isSame = session.version(of: nil) == database
      seen.withLock { $0 = Seen(origin: overview.origin, version: isSame ? version : "") }
    }
    return overview
  }

  func stop() { bell.signal() }

  private func look() -> Bool {
    let (origin, before) = seen.withLock { ($0.origin, $0.version) }
    guard let before else { return false }
    let version = session.version(of: origin)
    guard version != before else { return false }
    return seen.withLock { seen in
      // Meanwhile, another read has recorded a newer version.
      guard seen.version == before else { return false }
      seen.version = version
      return true
    }
  }
}
