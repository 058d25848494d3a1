internal import CMigratorPlatform

/// A lock on a folder that excludes other processes, and other users of the lock in this process.
///
/// It writes nothing, and the system releases it when the process ends in any way. It uses `flock`,
/// which is independent of SQLite's file locks.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Takes the lock without waiting; returns `nil` if it is held.
  ///
  /// - Throws: ``SystemFailure`` if the folder cannot be opened, or if its file system does not
  ///   support `flock`.
  package static func attempt(_ folder: String) throws(SystemFailure) -> FolderLock? {
    let descriptor = platform_open_folder(folder)
    guard descriptor >= 0 else { throw .last }
    let lock = FolderLock(descriptor: descriptor)
    while platform_lock(descriptor) != 0 {
      if errno == EWOULDBLOCK { return nil }
      if errno != EINTR { throw .last }
    }
    return lock
  }
}
