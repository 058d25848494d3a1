import MigratorPlatform

/// Distinguishes states of a database file without changing or locking it.
public enum DatabaseFileState {
  /// Returns a string that changes with every commit, in rollback and in WAL mode.
  ///
  /// It combines the file's identity, size and modification time, its header with the change
  /// counter, and the headers of the frames in the `-wal` file. It may also change without a
  /// commit, for example at a checkpoint. The database file is read through SQLite, because closing
  /// a separate descriptor would drop the locks that SQLite holds on the file in this process.
  ///
  /// - Parameter db: A connection to the file.
  /// - Returns: The string; compare it only for equality.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: O(*n*) in the number of frames in the `-wal` file, 24 bytes read for each.
  public static func fingerprint(of db: Database) throws -> String {
    do {
      return try fingerprint(db)
    } catch let failure as OpenFailure {
      throw DatabaseError(failure)
    }
  }

  private static func fingerprint(_ db: Database) throws -> String {
    try db.requireInPlace()
    let path = try DatabasePath(db.path, mayCreate: false)
    // The -wal comes first: if a checkpoint runs in between, the file shows the change.
    let wal: String
    do throws(SystemFailure) {
      wal = try WALDigest.digest(path: path.canonical + "-wal")
    } catch {
      throw OpenFailure(error, readingWALOf: path.given)
    }
    let header: [UInt8]
    do {
      header = try FileHeader.bytes(of: db.connection)
    } catch {
      throw OpenFailure(.inputOutput, path: path.given, underlying: error)
    }
    let status = try? FileStatus(of: path.canonical)
    // The header belongs to the open file, so the path must still refer to it.
    try db.requireInPlace()
    guard let status else { throw OpenFailure(.noSuchFile, path: path.given) }
    var digest = Digest()
    digest.add(header)
    return "\(status.version)-\(digest.text)-\(wal)"
  }
}

/// A 64-bit FNV-1a hash, to shorten strings; it is not secure.
struct Digest {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  var text: String { String(hash, radix: 16) }
}

/// Distinguishes states of a `-wal` file.
///
/// SQLite keeps no POSIX lock on this file, so opening and closing it is safe.
/// Source: <https://www.sqlite.org/fileformat2.html#walformat>.
enum WALDigest {
  /// Returns a digest of the headers of a `-wal` file and of its valid frames.
  ///
  /// A commit overwrites at least one frame, whose checksum covers all frames before it. A missing
  /// file and an empty file, which inspection may leave behind, have the same digest. For an
  /// unreadable file, the digest is its metadata.
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
