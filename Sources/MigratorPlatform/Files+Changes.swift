internal import SystemPackage

extension Files {
  /// Who may open a new file or folder.
  package enum Access: Sendable {
    /// This user alone.
    case owner
    /// Everybody, as far as the umask lets them.
    case everyone
  }

  /// Writes a file that does not exist yet, whole or not at all; nothing is ever replaced.
  ///
  /// - Parameters:
  ///   - path: The path; a link is not followed.
  ///   - bytes: What it holds.
  ///   - access: Who may read it.
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

  /// Makes a folder.
  ///
  /// - Throws: ``SystemFailure``: `EEXIST` when something has the name.
  package static func createFolder(_ path: String, for access: Access) throws(SystemFailure) {
    // With mode 0700, of which no umask takes anything that matters.
    guard mkdir(path, access == .owner ? 0o700 : 0o755) == 0 else { throw .last }
  }

  /// Makes a folder and those it stands in, as far as they are missing.
  package static func createFolders(_ path: String) throws(SystemFailure) {
    guard !path.isEmpty, kind(of: path) == nil else { return }
    if let slash = path.lastIndex(of: "/") { try createFolders(String(path[..<slash])) }
    do throws(SystemFailure) {
      try createFolder(path, for: .everyone)
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
    if link(path, target) == 0 {
      unlink(path)
    } else if errno == EEXIST {
      throw .last
    } else if isTaken(target) {
      throw SystemFailure(code: EEXIST)
    } else if renameat(AT_FDCWD, path, AT_FDCWD, target) != 0 {
      throw .last
    }
    // A file system that cannot sync a folder keeps names safe in its own way.
    try? synchronize(Paths.folder(of: target))
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
