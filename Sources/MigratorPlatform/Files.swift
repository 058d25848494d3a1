internal import SystemPackage

/// Looking at files and folders.
package enum Files {
  /// Returns what stands at a path, links followed; `nil` when nothing does, or nobody may know.
  package static func kind(of path: String) -> FileStatus.Kind? { try? FileStatus(of: path).kind }

  /// Whether a symbolic link stands at a path.
  package static func isLink(_ path: String) -> Bool {
    (try? FileStatus(of: path, followsLinks: false).kind) == .link
  }

  /// Whether something has a name, be it a link that leads nowhere.
  package static func isTaken(_ path: String) -> Bool {
    (try? FileStatus(of: path, followsLinks: false)) != nil
  }

  /// Returns a value that is equal for two paths of one file or folder; `nil` when there is none.
  package static func identity(of path: String) -> FileStatus.Identity? {
    try? FileStatus(of: path).identity
  }

  /// Returns the size of a file in bytes, or `nil` when there is none.
  package static func size(of path: String) -> Int64? { try? FileStatus(of: path).size }

  /// Returns the full path of what a path names, without links and dots; `nil` when there is none.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether this process may read a file.
  package static func isReadable(_ path: String) -> Bool { mayAccess(path, R_OK) }

  /// Whether this process may write a file.
  package static func isWritable(_ path: String) -> Bool { mayAccess(path, W_OK) }

  /// Whether this process may create files in a folder.
  package static func mayCreate(in folder: String) -> Bool { mayAccess(folder, W_OK | X_OK) }

  private static func mayAccess(_ path: String, _ mode: Int32) -> Bool {
    // The effective user is the one that opens files; `access` would ask for the real one.
    faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0
  }

  /// Returns the bytes that this process may still write in a folder; `nil` when nobody can say.
  package static func freeSpace(in folder: String) -> Int64? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    let (bytes, overflow) = Int64(status.f_bavail).multipliedReportingOverflow(
      by: Int64(status.f_frsize))
    return overflow ? .max : bytes
  }

  /// A name in a folder.
  package struct Entry: Sendable {
    /// The name; one that is not UTF-8 has its bad bytes replaced, and cannot be opened by it.
    package let name: String
    /// What has the name, as far as the folder tells; links are not followed.
    package let kind: FileStatus.Kind?
  }

  /// Returns what is in a folder, in no order, `.` and `..` left out.
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

  /// The kind of an entry by its `d_type`; some file systems tell none.
  private static func kind(_ type: Int32) -> FileStatus.Kind? {
    switch type {
    case Int32(DT_REG): .file
    case Int32(DT_DIR): .folder
    case Int32(DT_LNK): .link
    case Int32(DT_UNKNOWN): nil
    default: .other
    }
  }

  /// Returns the names in a folder, in no order, `.` and `..` left out.
  package static func names(in folder: String) throws(SystemFailure) -> [String] {
    try entries(in: folder).map(\.name)
  }

  /// Returns the bytes of a regular file; a pipe or device is refused, not waited for.
  ///
  /// - Throws: ``SystemFailure/noRegularFile``, `EFBIG` beyond `limit`, and
  ///   ``SystemFailure/isLink`` for a symbolic link that is not to be followed.
  package static func bytes(
    of path: String, limit: Int, followsLinks: Bool = true
  ) throws(SystemFailure) -> [UInt8] {
    let bytes = try head(of: path, upTo: limit + 1, followsLinks: followsLinks)
    guard bytes.count <= limit else { throw SystemFailure(code: EFBIG) }
    return bytes
  }

  /// Returns the first bytes of a regular file; none when it cannot be read.
  package static func head(of path: String, limit: Int) -> [UInt8] {
    (try? head(of: path, upTo: limit)) ?? []
  }

  /// Returns the first bytes of a regular file; refuses what ``bytes(of:limit:followsLinks:)``
  /// refuses, but no large file.
  package static func head(
    of path: String, upTo limit: Int, followsLinks: Bool = true
  ) throws(SystemFailure) -> [UInt8] {
    try SystemFailure.wrap {
      let options: FileDescriptor.OpenOptions = [.nonBlocking, .closeOnExec]
      let file = try FileDescriptor.open(
        path, .readOnly, options: followsLinks ? options : options.union(.noFollow))
      return try file.closeAfter {
        let status = try FileStatus(file)
        guard status.kind == .file else { throw SystemFailure.noRegularFile }
        // One byte more than there should be: a read that ends where the file does has come to its end.
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
  }

  /// Calls a closure with a function that reads bytes of a file at an offset, fewer at its end.
  ///
  /// Never for a database file, whose locks in this process it would drop.
  ///
  /// - Throws: What kept the file from being opened, or any of it from being read: the function gives no bytes
  ///   then, and what the closure makes of that is dropped.
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
