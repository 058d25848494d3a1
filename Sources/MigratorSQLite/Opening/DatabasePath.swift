import MigratorPlatform

/// The path of a database file, resolved so that SQLite neither treats it as a URI nor follows a
/// symbolic link.
package struct DatabasePath {
  static let memory = ":memory:"

  let given: String
  /// The absolute path without symbolic links, or ``memory``.
  let canonical: String
  let exists: Bool

  /// Resolves the path of a regular file.
  ///
  /// The file may be missing if it may be created and its folder exists.
  init(_ given: String, mayCreate: Bool) throws(OpenFailure) {
    self.given = given
    if given == Self.memory || OverlayFileSystem.contains(given) {
      canonical = given
      exists = true
      return
    }
    let kind: FileStatus.Kind
    do throws(SystemFailure) {
      kind = try FileStatus(of: given).kind
    } catch {
      canonical = try Self.newFile(given, mayCreate: mayCreate, error)
      exists = false
      return
    }
    switch kind {
    case .file: break
    case .folder: throw OpenFailure(.folder, path: given)
    case .link, .other: throw OpenFailure(.notARegularFile, path: given)
    }
    guard let resolved = Files.resolved(given) else {
      // The file may have been deleted meanwhile.
      throw OpenFailure(Files.kind(of: given) == nil ? .noSuchFile : .noPermission, path: given)
    }
    canonical = resolved
    exists = true
  }

  /// Returns the canonical path of a file that does not exist yet.
  private static func newFile(
    _ given: String, mayCreate: Bool, _ failure: SystemFailure
  ) throws(OpenFailure) -> String {
    let kind = OpenFailure.Kind(failure)
    guard kind == .noSuchFile else { throw OpenFailure(kind, path: given) }
    // The link exists, but its target does not. A file may have appeared meanwhile.
    if (try? FileStatus(of: given, followsLinks: false))?.kind == .link {
      throw OpenFailure(.brokenLink, path: given)
    }
    let name = Paths.name(of: given)
    guard mayCreate, !name.isEmpty, let folder = Files.resolved(Paths.folder(of: given)) else {
      throw OpenFailure(.noSuchFile, path: given)
    }
    return (folder == "/" ? "" : folder) + "/" + name
  }

  /// True for an overlay, whose path is not a file name.
  var isOverlay: Bool { OverlayFileSystem.contains(canonical) }

  /// True if the path names a file, existing or not.
  var isFile: Bool { canonical != Self.memory && !isOverlay }

  var hasFilledWAL: Bool { (Files.size(of: canonical + "-wal") ?? 0) > 0 }

  var isSelfContained: Bool { Self.isComplete(canonical) }

  /// Returns true if the database file is complete on its own.
  ///
  /// That is the case if no `-wal` file holds changes, and there is no `-journal`.
  ///
  /// - Parameter path: The database file.
  /// - Returns: `true` if it is complete.
  package static func isComplete(_ path: String) -> Bool {
    (Files.size(of: path + "-wal") ?? 0) == 0 && !Files.isTaken(path + "-journal")
  }

  /// The URI with which SQLite reads the file without locks, journal or `-wal`.
  var immutableURI: String {
    var uri = Array("file:".utf8)
    for byte in canonical.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        uri.append(byte)
      default:
        uri += "%\(Encodings.hexadecimal([byte], uppercase: true))".utf8
      }
    }
    return String(decoding: uri, as: UTF8.self) + "?immutable=1"
  }
}

extension OpenFailure.Kind {
  fileprivate init(_ failure: SystemFailure) {
    self =
      switch failure.code {
      case ENOENT, ENOTDIR: .noSuchFile
      case EACCES, EPERM: .noPermission
      case ELOOP: .brokenLink
      case EIO: .inputOutput
      case _ where failure.isNoSpace: .diskFull
      case _ where failure.isTooManyFiles: .tooManyFiles
      default: .other
      }
  }
}

extension OpenFailure {
  init(_ failure: SystemFailure, readingWALOf path: String) {
    switch Kind(failure) {
    case .diskFull:
      self.init(.diskFull, path: path + "-wal", underlying: DatabaseError(resultCode: .SQLITE_FULL))
    case .tooManyFiles: self.init(.tooManyFiles, path: path + "-wal")
    case .inputOutput, .other:
      self.init(
        .inputOutput, path: path + "-wal", underlying: DatabaseError(resultCode: .SQLITE_IOERR_READ)
      )
    default: self.init(.unreadableWAL, path: path)
    }
  }
}
