internal import CMigratorPlatform
internal import SystemPackage

/// Copy-on-write copies of files, which share blocks until one of the files is written.
///
/// Source: <https://man7.org/linux/man-pages/man2/ioctl_ficlone.2.html>.
package enum FileClone {
  /// The descriptors of cloned files, by file identity.
  ///
  /// They are never closed: closing any descriptor of a file releases the locks that SQLite holds
  /// on it in this process.
  /// Source: <https://www.sqlite.org/howtocorrupt.html>, section 2.2.
  private static let originals = Mutex<[FileStatus.Identity: FileDescriptor]>([:])

  /// Clones the contents of a file into an empty file.
  ///
  /// No other process may write the source meanwhile. Returns `false`, and leaves the target
  /// unchanged, if the file system cannot share blocks.
  ///
  /// - Complexity: O(1) in the size of the file.
  package static func make(of source: String, into target: String) -> Bool {
    // Avoids opening a file that would have to remain open.
    guard platform_may_clone(target) == 1 else { return false }
    do {
      let original = try descriptor(of: source)
      let copy = try FileDescriptor.open(
        target, .writeOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
      return try copy.closeAfter { platform_clone(original.rawValue, copy.rawValue) == 0 }
    } catch {
      return false
    }
  }

  private static func descriptor(of source: String) throws -> FileDescriptor {
    let identity = try FileStatus(of: source).identity
    return try originals.withLock { originals in
      if let open = originals[identity] { return open }
      let file = try FileDescriptor.open(source, .readOnly, options: [.nonBlocking, .closeOnExec])
      // The path may name another file by now; its descriptor is kept open as well.
      let opened = try FileStatus(file).identity
      originals[opened] = file
      guard opened == identity else { throw SystemFailure(code: EAGAIN) }
      return file
    }
  }
}
