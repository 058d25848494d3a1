internal import CMigratorPlatform
internal import SystemPackage

extension Files {
  /// Who may open a new file or folder.
  package enum Access: Sendable {
    /// This user alone.
    case owner
    /// Everybody, as far as the umask lets them.
    case everyone
  }

  /// Writes a file that does not exist yet, whole or not at all; nothing is ever replaced, and no
  /// link is followed.
  ///
  /// - Throws: ``SystemFailure``: `EEXIST` when something stands there.
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

  /// Writes a file whole, in the place of what stands there: whoever reads it sees the one or the other.
  ///
  /// A link is replaced, not followed; where it fails, what stood there stays.
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

  /// Makes a folder.
  ///
  /// - Throws: ``SystemFailure``: `EEXIST` when something has the name.
  package static func createFolder(_ path: String, for access: Access) throws(SystemFailure) {
    // With mode 0700, of which no umask takes anything that matters.
    guard mkdir(path, access == .owner ? 0o700 : 0o755) == 0 else { throw .last }
  }

  /// Adds a line to a file, which is made for this user alone where it is missing.
  ///
  /// The line comes without its end. A link is not followed, and what is no regular file is
  /// refused.
  ///
  /// Lines of several processes stand whole, one after the other: each adds its own at the end, with a
  /// lock on the file. A line that a crash cut off is ended first, and what cannot be written whole is
  /// taken back.
  package static func append(
    _ path: String, line: some Sequence<UInt8>
  ) throws(SystemFailure) {
    try SystemFailure.wrap {
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.append, .create, .noFollow, .nonBlocking, .closeOnExec],
        permissions: .ownerReadWrite)
      try file.closeAfter {
        // Who holds the lock for longer is stopped; the line is still added in one piece.
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

  /// Makes a folder and those it stands in, as far as they are missing.
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
      // Made by another meanwhile.
      guard error.isTaken else { throw error }
    }
  }

  /// Removes a file; a missing one is no error.
  package static func remove(_ path: String) { unlink(path) }

  /// Removes an empty folder; a missing one is no error.
  package static func removeFolder(_ path: String) { rmdir(path) }

  /// Gives a file a new name in its folder, replacing nothing, and waits until that is on the disk.
  ///
  /// - Throws: ``SystemFailure``: `EEXIST` when the name is taken.
  package static func rename(_ path: String, toNew target: String) throws(SystemFailure) {
    if platform_rename_new(path, target) != 0 {
      guard [ENOSYS, EINVAL, ENOTSUP].contains(errno) else { throw .last }
      try renameInSteps(path, toNew: target)
    }
    // A file system that cannot sync a folder keeps names safe in its own way.
    try? synchronize(Paths.folder(of: target))
  }

  /// The same where the system has no call for it: whoever ends it in between leaves both names.
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

  /// Brings a file or a folder to the disk; never for a database that this process has open.
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
