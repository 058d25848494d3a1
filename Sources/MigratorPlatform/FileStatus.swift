internal import SystemPackage

/// What stands at a path, asked without opening it.
///
/// Opening and closing a database file with plain descriptors would drop the POSIX locks that SQLite
/// holds on it in this process. Source: <https://www.sqlite.org/howtocorrupt.html>, section 2.2.
package struct FileStatus: Sendable {
  /// The kinds of file that matter.
  package enum Kind: Sendable, Hashable {
    case file, folder, link, other
  }

  /// What two paths of one file or folder have in common.
  package struct Identity: Sendable, Hashable {
    fileprivate let device: UInt64
    /// The number of the file on its device.
    package let inode: UInt64

    /// The numbers of the device and the file.
    package var text: String { "\(device).\(inode)" }
  }

  /// What stands there.
  package let kind: Kind
  /// Which file it is.
  package let identity: Identity
  /// The size in bytes.
  package let size: Int64
  /// The number of the user whose file it is.
  package let owner: UInt32
  private let modified: timespec

  /// Asks for the status of a path; a symbolic link stands for the file that it leads to, unless
  /// links are not followed.
  package init(of path: String, followsLinks: Bool = true) throws(SystemFailure) {
    // Asked by the text: a `FilePath` costs as much again as the question.
    self.init(try SystemFailure.wrap { try Stat(path, followTargetSymlink: followsLinks) })
  }

  /// Asks for the status of an open file.
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

  /// A text that changes with the file's identity, size and time of modification.
  package var version: String {
    "\(identity.text).\(modified.tv_sec).\(modified.tv_nsec).\(size)"
  }
}
