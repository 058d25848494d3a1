/// The path of a database file, resolved so that SQLite can neither take it for a URI nor follow a
/// symbolic link.
struct DatabasePath {
  /// The name of a database in memory.
  static let memory = ":memory:"

  /// The path as it was given, for messages.
  let given: String
  /// The absolute path without links, or ``memory``.
  let canonical: String
  /// Whether there is a file.
  let exists: Bool

  /// Resolves a path.
  ///
  /// - Parameters:
  ///   - given: The path.
  ///   - mayCreate: Whether the file may be missing as long as its folder is there.
  /// - Throws: ``OpenFailure`` when there is no regular file.
  init(_ given: String, mayCreate: Bool) throws(OpenFailure) {
    self.given = given
    if given == Self.memory {
      canonical = given
      exists = true
      return
    }
    switch FileStatus.of(given) {
    case .success(let status):
      switch status.kind {
      case .regular: break
      case .folder: throw OpenFailure(.folder, path: given)
      case .link, .other: throw OpenFailure(.notARegularFile, path: given)
      }
      guard let resolved = FileStatus.canonicalPath(given) else {
        throw OpenFailure(.noPermission, path: given)
      }
      canonical = resolved
      exists = true
    case .failure(let error):
      let kind = error.openFailureKind
      guard kind == .noSuchFile else { throw OpenFailure(kind, path: given) }
      // The link itself is there, only what it leads to is not.
      if case .success = FileStatus.of(given, followsLinks: false) {
        throw OpenFailure(.brokenLink, path: given)
      }
      let name = FileStatus.name(of: given)
      guard mayCreate, !name.isEmpty,
        let folder = FileStatus.canonicalPath(FileStatus.folder(of: given))
      else { throw OpenFailure(.noSuchFile, path: given) }
      canonical = (folder == "/" ? "" : folder) + "/" + name
      exists = false
    }
  }

  /// Whether changes wait in a `-wal` file.
  var hasFilledWAL: Bool { FileStatus.size(canonical + "-wal") > 0 }

  /// The URI under which SQLite reads the file without any lock, journal or `-wal`.
  var immutableURI: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var uri = Array("file:".utf8)
    for byte in canonical.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.append(byte)
      default:
        uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self) + "?immutable=1"
  }
}
