internal import MigratorPlatform

/// The few questions to the system that are not SQLite's business.
enum SystemCalls {
  /// The system's words for an error number.
  static func message(_ code: Int32) -> String {
    String(cString: strerror(code))
  }

  /// The size of a file, or `nil` when there is none.
  static func size(of path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Whether this process may write a file and make others beside it, as SQLite must.
  static func canWrite(_ path: String) -> Bool {
    access(path, W_OK) == 0 && access(folder(of: path), W_OK | X_OK) == 0
  }

  /// The folder a path is in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The bytes that this process may still write in a folder, or `nil` when the system does not say.
  static func freeSpace(in folder: String) -> Int64? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    let (bytes, overflow) = Int64(status.f_bavail).multipliedReportingOverflow(
      by: Int64(status.f_frsize))
    return overflow ? .max : bytes
  }

  /// The folder for temporary files: TMPDIR, otherwise `/tmp`.
  static var temporaryFolder: String {
    guard let value = getenv("TMPDIR"), value.pointee != 0 else { return "/tmp" }
    return String(cString: value)
  }

  /// The number of this process.
  static var processIdentifier: Int32 { getpid() }

  /// Gives a file a new name in its folder, replacing nothing, and waits until that is on the disk.
  ///
  /// - Returns: Whether the name was free.
  static func rename(_ path: String, toNew target: String) throws -> Bool {
    if link(path, target) == 0 {
      unlink(path)
    } else if errno == EEXIST {
      return false
    } else if renameat(AT_FDCWD, path, AT_FDCWD, target) != 0 {
      throw MigrationError(.file(path: target, action: "name the backup", errno: errno))
    }
    let folder = open(folder(of: target), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return true }
    // A file system that cannot sync a folder keeps names safe in its own way.
    fsync(folder)
    close(folder)
    return true
  }

  /// Makes a folder which only this user may enter.
  ///
  /// - Returns: The error, 0 when it was made; `EEXIST` when something has the name.
  static func makeFolder(_ path: String) -> Int32 {
    // With mode 0700, of which no umask takes anything that matters.
    mkdir(path, 0o700) == 0 ? 0 : errno
  }
}
