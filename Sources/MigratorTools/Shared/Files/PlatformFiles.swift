import MigratorPlatform

/// The calls of the operating system this module needs, in one place.
enum PlatformFiles {
  /// What stands at a path, links followed.
  enum Kind: Hashable {
    case missing
    case folder
    case file
    case other
  }

  /// A call that failed.
  struct Failure: Error, Hashable {
    let code: Int32

    /// The operating system's words.
    var words: String { String(cString: strerror(code)) }
    var isPermission: Bool { code == EACCES || code == EPERM }
  }

  /// Returns what stands at a path, links followed.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    return kind(status)
  }

  /// Returns whether a symbolic link stands at a path.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    default: return .other
    }
  }

  /// Returns a value that is equal for two paths of one file or folder, or `nil` when there is none.
  static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }

  /// Returns the full path of what a path names, links followed, or `nil` when there is none.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the names in a folder, in no order, `.` and `..` left out.
  ///
  /// A name that is not UTF-8 comes with its bad bytes replaced and cannot be opened by it.
  static func names(in folder: String) throws(Failure) -> [String] {
    guard let stream = opendir(folder) else { throw Failure(code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw Failure(code: errno) }
    return names
  }

  /// Returns the bytes of a regular file; a pipe or device is refused, not waited for.
  ///
  /// - Throws: ``Failure``, with `EINVAL` for what is no regular file and `EFBIG` beyond `limit`.
  static func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(code: errno) }
    guard kind(status) == .file else { throw Failure(code: EINVAL) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(Int(status.st_size), limit) + 1)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(code: errno)
      }
      bytes.append(contentsOf: buffer[..<count])
      guard bytes.count <= limit else { throw Failure(code: EFBIG) }
    }
  }

  /// Returns the first bytes of a regular file; none when it cannot be read.
  static func head(of path: String, limit: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, kind(status) == .file else { return [] }
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = read(descriptor, &buffer, limit)
    return Array(buffer.prefix(max(0, count)))
  }
}

extension PlatformFiles.Failure {
  /// Whether the file is beyond the limit.
  var isTooLarge: Bool { code == EFBIG }
}
