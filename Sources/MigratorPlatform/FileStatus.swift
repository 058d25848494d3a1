internal import SystemPackage

/// The status of a path, read without opening the file.
///
/// Opening and closing a database file directly would drop the POSIX locks that SQLite holds on it
/// in this process. Source: <https://www.sqlite.org/howtocorrupt.html>, section 2.2.
package struct FileStatus: Sendable {
  package enum Kind: Sendable, Hashable {
    case file, folder, link, other
  }

  /// The device and inode number, which are equal for two paths to the same file or folder.
  package struct Identity: Sendable, Hashable {
    fileprivate let device: UInt64
    package let inode: UInt64

    package var text: String { "\(device).\(inode)" }
  }

  package let kind: Kind
  package let identity: Identity
  /// The size in bytes.
  package let size: Int64
  package let owner: UInt32
  private let modified: timespec

  package init(of path: String, followsLinks: Bool = true) throws(SystemFailure) {
    // Passes the string, because creating a `FilePath` doubles the cost.
    self.init(try SystemFailure.wrap { try Stat(path, followTargetSymlink: followsLinks) })
  }

  init(_ file: FileDescriptor) throws(SystemFailure) {
    self.init(try SystemFailure.wrap { try Stat(file) })
  }

  private init(_ status: Stat) {
    kind =
      switch status.type {
      case .regular: .file
      case .directory: .folder
      case .symbolicLink: .link
      default: .other
      }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.deviceID.rawValue),
      inode: UInt64(truncatingIfNeeded: status.inode.rawValue))
    size = status.size
    owner = status.userID.rawValue
    modified = status.st_mtim
  }

  /// When the file was last written, in nanoseconds since 1970.
  package var modifiedAt: Int64 {
    Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec)
  }

  /// A string that changes with the file's identity, size and modification time.
  package var version: String {
    "\(identity.text).\(modified.tv_sec).\(modified.tv_nsec).\(size)"
  }
}
