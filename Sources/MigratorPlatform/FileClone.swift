internal import CMigratorPlatform
internal import SystemPackage

/// Copies of files that share the blocks of the original until one of the two is written.
///
/// Source: <https://man7.org/linux/man-pages/man2/ioctl_ficlone.2.html>.
package enum FileClone {
  /// The files that were cloned, by what they are.
  ///
  /// Never closed: with any descriptor of a file go the locks that SQLite holds on it in this process.
  /// Source: <https://www.sqlite.org/howtocorrupt.html>, section 2.2.
  private static let originals = Mutex<[FileStatus.Identity: FileDescriptor]>([:])

  /// Gives an empty file the content of another, which nobody may write meanwhile; `false` where
  /// their file system cannot share it, and the file is as it was.
  ///
  /// - Complexity: O(1) in the bytes.
  package static func make(of source: String, into target: String) -> Bool {
    // So that no file is opened, and none stays open, for nothing.
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
      // It may be another file by now, which is as good to keep open.
      let opened = try FileStatus(file).identity
      originals[opened] = file
      guard opened == identity else { throw SystemFailure(code: EAGAIN) }
      return file
    }
  }
}
