internal import SystemPackage

package enum Files {
  /// Returns the kind of a path, following links; `nil` if it does not exist or is inaccessible.
  package static func kind(of path: String) -> FileStatus.Kind? { try? FileStatus(of: path).kind }

  package static func isLink(_ path: String) -> Bool {
    (try? FileStatus(of: path, followsLinks: false).kind) == .link
  }

  /// True if the path exists, even as a dangling symbolic link.
  package static func isTaken(_ path: String) -> Bool {
    (try? FileStatus(of: path, followsLinks: false)) != nil
  }

  package static func identity(of path: String) -> FileStatus.Identity? {
    try? FileStatus(of: path).identity
  }

  /// Returns the size of a file in bytes; `nil` if it does not exist.
  package static func size(of path: String) -> Int64? { try? FileStatus(of: path).size }

  /// Returns the absolute path without links and dots; `nil` if the path does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package static func isReadable(_ path: String) -> Bool { mayAccess(path, R_OK) }

  package static func isWritable(_ path: String) -> Bool { mayAccess(path, W_OK) }

  package static func mayCreate(in folder: String) -> Bool { mayAccess(folder, W_OK | X_OK) }

  private static func mayAccess(_ path: String, _ mode: Int32) -> Bool {
    // Files are opened with the effective user ID; `access` would check the real one.
    faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0
  }

  /// Returns the bytes that this process may still write in a folder; `nil` if unknown.
  package static func freeSpace(in folder: String) -> Int64? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    let (bytes, overflow) = Int64(status.f_bavail).multipliedReportingOverflow(
      by: Int64(status.f_frsize))
    return overflow ? .max : bytes
  }

  package struct Entry: Sendable {
    /// The name; if it is invalid UTF-8, it is repaired and cannot be used to open the file.
    package let name: String
    /// The kind of the entry, if the file system reports it; links are not followed.
    package let kind: FileStatus.Kind?
  }

  /// Returns the entries of a folder in any order, without `.` and `..`.
  package static func entries(in folder: String) throws(SystemFailure) -> [Entry] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var entries: [Entry] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." {
        entries.append(Entry(name: name, kind: kind(Int32(entry.pointee.d_type))))
      }
      errno = 0
    }
    guard errno == 0 else { throw .last }
    return entries
  }

  /// Converts a `d_type`, which some file systems do not provide.
  private static func kind(_ type: Int32) -> FileStatus.Kind? {
    switch type {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .link
    case Int32(DT_UNKNOWN): nil
    default: .other
    }
  }

  /// Returns the names in a folder in any order, without `.` and `..`.
  package static func names(in folder: String) throws(SystemFailure) -> [String] {
    try entries(in: folder).map(\.name)
  }

  /// Returns the contents of a regular file; pipes and devices are rejected without waiting.
  ///
  /// - Throws: ``SystemFailure/noRegularFile``, `EFBIG` beyond `limit`, and
  ///   ``SystemFailure/isLink`` for a symbolic link that is not followed.
  package static func bytes(
    of path: String, limit: Int, followsLinks: Bool = true
  ) throws(SystemFailure) -> [UInt8] {
    let bytes = try head(of: path, upTo: limit + 1, followsLinks: followsLinks)
    guard bytes.count <= limit else { throw SystemFailure(code: EFBIG) }
    return bytes
  }

  /// Returns whether a regular file has exactly the given contents, without keeping its bytes.
  ///
  /// Throws the errors of ``bytes(of:limit:followsLinks:)``, but accepts large files.
  package static func has(
    _ contents: UnsafeBufferPointer<UInt8>, at path: String, followsLinks: Bool = true
  ) throws(SystemFailure) -> Bool {
    try withRegularFile(path, followsLinks: followsLinks) { file, _ in
      var place = 0
      while true {
        // The last part is empty, unless the file is longer.
        let part = try bytes(of: file, 65_536, at: Int64(place))
        if part.isEmpty { return place == contents.count }
        guard place + part.count <= contents.count, let start = contents.baseAddress,
          memcmp(part, start + place, part.count) == 0
        else { return false }
        place += part.count
      }
    }
  }

  /// Opens a regular file; pipes and devices are rejected without waiting.
  private static func withRegularFile<T>(
    _ path: String, followsLinks: Bool, _ body: (FileDescriptor, FileStatus) throws -> T
  ) throws(SystemFailure) -> T {
    try SystemFailure.wrap {
      let options: FileDescriptor.OpenOptions = [.nonBlocking, .closeOnExec]
      let file = try FileDescriptor.open(
        path, .readOnly, options: followsLinks ? options : options.union(.noFollow))
      return try file.closeAfter {
        let status = try FileStatus(file)
        guard status.kind == .file else { throw SystemFailure.noRegularFile }
        return try body(file, status)
      }
    }
  }

  /// Returns the first bytes of a regular file; an empty array if it cannot be read.
  package static func head(of path: String, limit: Int) -> [UInt8] {
    (try? head(of: path, upTo: limit)) ?? []
  }

  /// Returns the first bytes of a regular file.
  ///
  /// Throws the errors of ``bytes(of:limit:followsLinks:)``, but accepts large files.
  package static func head(
    of path: String, upTo limit: Int, followsLinks: Bool = true
  ) throws(SystemFailure) -> [UInt8] {
    try withRegularFile(path, followsLinks: followsLinks) { file, status in
      // Request one byte more than expected: a shorter read then shows the end of the file.
      var wanted = min(Int(clamping: status.size), limit - 1) + 1
      var bytes: [UInt8] = []
      while bytes.count < limit {
        let part = try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
          count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
        if bytes.isEmpty { bytes = part } else { bytes += part }
        if part.isEmpty || part.count < wanted && bytes.count == status.size { break }
        wanted = min(65_536, limit - bytes.count)
      }
      return bytes
    }
  }

  /// Calls a closure with a function that reads bytes at an offset; the function returns fewer
  /// bytes at the end of the file.
  ///
  /// Must not be used for a database file, because closing it drops SQLite's locks in this process.
  ///
  /// - Throws: The first failure of opening or reading the file. After a failure, the function
  ///   returns no bytes, and the result of the closure is discarded.
  package static func read<T>(
    _ path: String, _ body: (_ read: (_ count: Int, _ offset: Int64) -> [UInt8]) -> T
  ) throws(SystemFailure) -> T {
    try SystemFailure.wrap {
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
      return try file.closeAfter {
        var failure: SystemFailure?
        let result = body { count, offset in
          do throws(SystemFailure) {
            return try bytes(of: file, count, at: offset)
          } catch {
            failure = failure ?? error
            return []
          }
        }
        if let failure { throw failure }
        return result
      }
    }
  }

  private static func bytes(
    of file: FileDescriptor, _ count: Int, at offset: Int64
  ) throws(SystemFailure) -> [UInt8] {
    try SystemFailure.wrap {
      try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = 0
        while initialized < count {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[initialized...])
          let part = try file.read(fromAbsoluteOffset: offset + Int64(initialized), into: rest)
          if part == 0 { break }
          initialized += part
        }
      }
    }
  }
}
