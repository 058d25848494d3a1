internal import CMigratorPlatform
internal import SystemPackage

extension Files {
  package enum Access: Sendable {
    case owner
    /// Accessible to everyone, subject to the umask.
    case everyone
  }

  /// Writes a new file completely or not at all; never replaces a file or follows a link.
  ///
  /// - Throws: ``SystemFailure``: `EEXIST` if the path already exists.
  package static func create(
    _ path: String, _ bytes: some Sequence<UInt8> = [], for access: Access
  ) throws(SystemFailure) {
    try SystemFailure.wrap {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
        permissions: access == .owner ? .ownerReadWrite : [.ownerReadWrite, .groupRead, .otherRead])
      do {
        _ = try file.closeAfter { try file.writeAll(bytes) }
      } catch {
        remove(path)
        throw error
      }
    }
  }

  /// Writes a file atomically, replacing any existing one.
  ///
  /// Readers see either the old or the new contents. A symbolic link is replaced, not followed. On
  /// failure, the existing file is unchanged.
  package static func replace(
    _ path: String, _ bytes: some Sequence<UInt8>
  ) throws(SystemFailure) {
    let temporary = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36)).new"
    try create(temporary, bytes, for: .everyone)
    guard renameat(AT_FDCWD, temporary, AT_FDCWD, path) == 0 else {
      let failure = SystemFailure.last
      remove(temporary)
      throw failure
    }
  }

  /// Creates a folder.
  ///
  /// - Throws: ``SystemFailure``: `EEXIST` if the path already exists.
  package static func createFolder(_ path: String, for access: Access) throws(SystemFailure) {
    // The umask does not matter for mode 0700.
    guard mkdir(path, access == .owner ? 0o700 : 0o755) == 0 else { throw .last }
  }

  /// Appends a line to a file; a missing file is created with access for only this user.
  ///
  /// The line is given without a newline. Fails for symbolic links and for files that are not
  /// regular.
  ///
  /// Lines written by several processes are not interleaved, because each process locks the file
  /// and appends. If a crash left an incomplete line, that line is ended first. A line that cannot
  /// be written completely is removed again.
  package static func append(
    _ path: String, line: some Sequence<UInt8>
  ) throws(SystemFailure) {
    try SystemFailure.wrap {
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.append, .create, .noFollow, .nonBlocking, .closeOnExec],
        permissions: .ownerReadWrite)
      try file.closeAfter {
        // After two seconds, the process that holds the lock is probably suspended. Append in one
        // write without the lock.
        var attempts = 0
        while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0, attempts < 200 {
          Environment.pause(milliseconds: 10)
          attempts += 1
        }
        let status = try FileStatus(file)
        guard status.kind == .file else { throw SystemFailure.noRegularFile }
        var bytes = Array(line) + [UInt8(ascii: "\n")]
        var last: [UInt8] = [UInt8(ascii: "\n")]
        if status.size > 0 {
          _ = try last.withUnsafeMutableBytes {
            try file.read(fromAbsoluteOffset: status.size - 1, into: $0)
          }
        }
        if last != [UInt8(ascii: "\n")] { bytes.insert(UInt8(ascii: "\n"), at: 0) }
        do {
          _ = try file.writeAll(bytes)
        } catch {
          ftruncate(file.rawValue, off_t(status.size))
          throw error
        }
      }
    }
  }

  package static func createFolders(
    _ path: String, for access: Access = .everyone
  ) throws(SystemFailure) {
    guard !path.isEmpty, kind(of: path) == nil else { return }
    if let slash = path.lastIndex(of: "/") {
      try createFolders(String(path[..<slash]), for: access)
    }
    do throws(SystemFailure) {
      try createFolder(path, for: access)
    } catch {
      // Another process created the folder.
      guard error.isTaken else { throw error }
    }
  }

  /// Removes a file; does nothing if it is missing.
  package static func remove(_ path: String) { unlink(path) }

  /// Removes an empty folder; does nothing if it is missing.
  package static func removeFolder(_ path: String) { rmdir(path) }

  /// Renames a file within its folder without replacing another, and syncs the folder.
  ///
  /// - Throws: ``SystemFailure``: `EEXIST` if the name is taken.
  package static func rename(_ path: String, toNew target: String) throws(SystemFailure) {
    if platform_rename_new(path, target) != 0 {
      guard [ENOSYS, EINVAL, ENOTSUP].contains(errno) else { throw .last }
      try renameInSteps(path, toNew: target)
    }
    // Not all file systems can sync a folder; those that cannot do so protect names in another way.
    try? synchronize(Paths.folder(of: target))
  }

  /// Fallback without an atomic system call; an interruption can leave both names.
  private static func renameInSteps(
    _ path: String, toNew target: String
  ) throws(SystemFailure) {
    if link(path, target) == 0 {
      unlink(path)
    } else if errno == EEXIST {
      throw .last
    } else if isTaken(target) {
      throw SystemFailure(code: EEXIST)
    } else if renameat(AT_FDCWD, path, AT_FDCWD, target) != 0 {
      throw .last
    }
  }

  /// Syncs a file or folder; must not be used for a database that this process has open.
  package static func synchronize(_ path: String) throws(SystemFailure) {
    let file = try SystemFailure.wrap {
      try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    }
    let result = fsync(file.rawValue)
    let failure = SystemFailure.last
    try? file.close()
    guard result == 0 else { throw failure }
  }
}
