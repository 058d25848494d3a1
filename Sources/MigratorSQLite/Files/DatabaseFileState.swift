import CSQLite3
import MigratorPlatform

/// Tells one state of a database file from another without changing or locking it.
public enum DatabaseFileState {
  /// Returns a text that changes with every commit, in rollback and in WAL mode.
  ///
  /// It is made of the file's identity, size and time of modification, its header with the change
  /// counter, and the headers of the frames in the `-wal` file. It may also change when nothing was
  /// committed, such as at a checkpoint. The database file itself is read through SQLite: closing a
  /// descriptor of our own would drop the locks that SQLite holds on the file in this process.
  ///
  /// - Parameter db: A connection to the file.
  /// - Returns: The text; only equality has a meaning.
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
    // The -wal first: what a checkpoint moves in between is then told by the file.
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
    // The header is that of the open file.
    try db.requireInPlace()
    guard let status else { throw OpenFailure(.noSuchFile, path: path.given) }
    var digest = Digest()
    digest.add(header)
    return "\(status.version)-\(digest.text)-\(wal)"
  }
}

/// A 64-bit FNV-1a hash: no secret, only to keep texts short.
struct Digest {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Adds bytes.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// The hash in hexadecimal.
  var text: String { String(hash, radix: 16) }
}
