import Dispatch
import MigratorSession
import MigratorPlatform

/// Asks again and again whether the database or its migrations changed since they were read.
final class FileFollower: Sendable {
  private struct Seen {
    var origin: MigrationOrigin?
    var version: String?
  }

  private let session: MigrationSession
  private let seen = Mutex(Seen())
  private let bell = DispatchSemaphore(value: 0)

  /// Creates a follower that does not ask yet.
  init(_ session: MigrationSession) {
    self.session = session
  }

  /// Asks every so many seconds until ``stop()`` is called, and tells of each change.
  func follow(every interval: Double, onChange: () -> Void) {
    while bell.wait(timeout: .now() + interval) == .timedOut {
      if look() { onChange() }
    }
  }

  /// Reads what the screens show, and takes note of what it was read from.
  func read() throws -> SessionOverview {
    // The version first: what changes meanwhile is read again.
    let origin = seen.withLock { $0.origin }
    let database = session.version(of: nil)
    let version = session.version(of: origin)
    seen.withLock { $0.version = version }
    let overview: SessionOverview
    do {
      overview = try session.overview()
    } catch {
      // Who waits for others asks again, for as long as they take.
      if Explanation(error).waitsForOthers { seen.withLock { $0.version = "" } }
      throw error
    }
    if overview.origin != origin {
      // Where the migrations are is known only now; of the database, an older version stands.
      let version = session.version(of: overview.origin)
      let isSame = session.version(of: nil) == database
      seen.withLock { $0 = Seen(origin: overview.origin, version: isSame ? version : "") }
    }
    return overview
  }

  /// Asks no more.
  func stop() { bell.signal() }

  private func look() -> Bool {
    let (origin, before) = seen.withLock { ($0.origin, $0.version) }
    guard let before else { return false }
    let version = session.version(of: origin)
    guard version != before else { return false }
    return seen.withLock { seen in
      // It was read meanwhile.
      guard seen.version == before else { return false }
      seen.version = version
      return true
    }
  }
}
