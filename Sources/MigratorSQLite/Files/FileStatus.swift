import MigratorPlatform

/// What `stat` says of a path, without opening it.
///
/// Opening and closing a database file with plain descriptors would drop the POSIX locks that SQLite
/// holds on it in this process. Source: <https://www.sqlite.org/howtocorrupt.html>, section 2.2.
struct FileStatus {
  /// The kinds of file that matter.
  enum Kind: Equatable {
    case regular, folder, link, other
  }

  /// What stands under the path.
  let kind: Kind
  /// The size in bytes.
  let size: Int64
  /// Device, inode and the time of the last modification, as text.
  let identity: String

  /// Asks for the status of a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLinks: Whether the file that a symbolic link leads to is meant.
  /// - Returns: The status, or the `errno` of the call.
  static func of(_ path: String, followsLinks: Bool = true) -> Result<FileStatus, FileError> {
    var status = stat()
    let code = followsLinks ? stat(path, &status) : lstat(path, &status)
    return code == 0 ? .success(FileStatus(status)) : .failure(FileError(code: errno))
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    identity = "\(status.st_dev).\(status.st_ino).\(time.tv_sec).\(time.tv_nsec)"
  }

  /// The size of a file, or 0 when there is none.
  static func size(_ path: String) -> Int64 {
    guard case .success(let status) = of(path) else { return 0 }
    return status.size
  }

  /// The path without links, dots and doubled slashes, or `nil` when it leads nowhere.
  static func canonicalPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether this process may create files in a folder.
  static func isWritable(_ folder: String) -> Bool {
    mayAccess(folder, W_OK | X_OK)
  }

  /// Whether this process may read a file.
  static func isReadable(_ path: String) -> Bool {
    mayAccess(path, R_OK)
  }

  private static func mayAccess(_ path: String, _ mode: Int32) -> Bool {
    // The effective user is the one that opens files; `access` would ask for the real one.
    faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0
  }

  /// The folder of a path.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }
}

/// An `errno`.
struct FileError: Error, CustomStringConvertible {
  /// The number.
  let code: Int32

  /// The system's words for it.
  var description: String { String(cString: strerror(code)) }

  /// The failure of opening a path that this error means.
  var openFailureKind: OpenFailure.Kind {
    switch code {
    case ENOENT, ENOTDIR: .noSuchFile
    case EACCES, EPERM: .noPermission
    case ELOOP: .brokenLink
    case EIO: .inputOutput
    default: .other
    }
  }
}
