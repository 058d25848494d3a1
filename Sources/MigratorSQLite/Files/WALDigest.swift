import MigratorPlatform

/// Distinguishes states of a `-wal` file.
///
/// SQLite keeps no POSIX lock on this file, so opening and closing it is safe.
/// Source: <https://www.sqlite.org/fileformat2.html#walformat>.
enum WALDigest {
  /// Returns a digest of the headers of a `-wal` file and of its valid frames.
  ///
  /// A commit overwrites at least one frame, whose checksum covers all frames before it. A missing
  /// file and an empty file, which inspection may leave behind, have the same digest. For an
  /// unreadable file the digest is its metadata.
  static func digest(path: String) throws(SystemFailure) -> String {
    var known = "none"
    do throws(SystemFailure) {
      let status = try FileStatus(of: path)
      guard status.size > WALReader.headerSize else { return known }
      known = status.version
      return "\(known).\(try Files.read(path, frames))"
    } catch {
      if error.isMissing { return "none" }
      if error.isPermission || error.isLink { return known }
      throw error
    }
  }

  private static func frames(_ read: (_ count: Int, _ offset: Int64) -> [UInt8]) -> String {
    var digest = Digest()
    let header = read(WALReader.headerSize, 0)
    digest.add(header)
    let pageSize = Int64(number(in: header, at: 8))
    let salts = header.count == WALReader.headerSize ? Array(header[16..<24]) : []
    var offset = Int64(WALReader.headerSize)
    while !salts.isEmpty, pageSize >= 512 {
      let frame = read(WALReader.frameHeaderSize, offset)
      guard frame.count == WALReader.frameHeaderSize, Array(frame[8..<16]) == salts else { break }
      digest.add(frame)
      offset += Int64(WALReader.frameHeaderSize) + pageSize
    }
    return digest.text
  }

  private static func number(in bytes: [UInt8], at index: Int) -> UInt32 {
    guard bytes.count >= index + 4 else { return 0 }
    return bytes[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
