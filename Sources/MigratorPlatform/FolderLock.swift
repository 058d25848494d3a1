internal import CMigratorPlatform

/// A lock on a folder, for which other processes and other holders in this one wait.
///
/// Nothing is written for it, and it ends with the process that holds it, however that ends. It is of
/// `flock`, which knows nothing of the locks that SQLite sets on files.
package final class FolderLock: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) { self.descriptor = descriptor }

  /// Lets it go.
  deinit { close(descriptor) }

  /// Takes the lock; `nil` where somebody else has it.
  ///
  /// - Throws: ``SystemFailure`` where the folder cannot be opened, or its file system has no such
  ///   locks.
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
