import MigratorPlatform

/// Tells one state of a `-wal` file from another.
///
/// SQLite keeps no POSIX lock on this file, so it may be opened and closed.
/// Source: <https://www.sqlite.org/fileformat2.html#walformat>.
enum WALDigest {
  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// Returns a digest of the file's header and of the headers of the frames that belong to it.
  ///
  /// A commit overwrites at least one frame, whose checksum then covers all before it. A missing
  /// file and an empty one, which looking may leave behind, are the same.
  ///
  /// - Parameter path: The `-wal` file.
  /// - Returns: The digest.
  static func digest(path: String) -> String {
    guard case .success(let status) = FileStatus.of(path), status.size > headerSize else {
      return "none"
    }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return "\(status.identity).\(status.size)" }
    defer { close(file) }
    var digest = Digest()
    let header = read(file, count: headerSize, at: 0)
    digest.add(header)
    let pageSize = Int64(number(in: header, at: 8))
    let salts = header.count == headerSize ? Array(header[16..<24]) : []
    var offset = Int64(headerSize)
    while !salts.isEmpty, pageSize >= 512 {
      let frame = read(file, count: frameHeaderSize, at: offset)
      guard frame.count == frameHeaderSize, Array(frame[8..<16]) == salts else { break }
      digest.add(frame)
      offset += Int64(frameHeaderSize) + pageSize
    }
    return "\(status.identity).\(status.size).\(digest.text)"
  }

  private static func read(_ file: Int32, count: Int, at offset: Int64) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = max(0, pread(file, buffer.baseAddress, count, off_t(offset)))
    }
  }

  private static func number(in bytes: [UInt8], at index: Int) -> UInt32 {
    guard bytes.count >= index + 4 else { return 0 }
    return bytes[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
