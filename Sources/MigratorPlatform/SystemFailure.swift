internal import SystemPackage

/// A failed system call.
package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The `errno`.
  package let code: Int32
  /// A message that replaces the system's.
  private var words: String?

  package init(code: Int32) { self.code = code }

  /// The operation requires a regular file.
  package static let noRegularFile = {
    var failure = SystemFailure(code: EINVAL)
    failure.words = "not a regular file but a pipe, a socket, a device or a folder"
    return failure
  }()

  package static let noSpace = SystemFailure(code: ENOSPC)

  /// The failure of the most recent call.
  static var last: SystemFailure { SystemFailure(code: errno) }

  /// Converts an `Errno` that swift-system throws.
  static func wrap<T>(_ body: () throws -> T) throws(SystemFailure) -> T {
    do {
      return try body()
    } catch let error as Errno {
      throw SystemFailure(code: error.rawValue)
    } catch let error as SystemFailure {
      throw error
    } catch {
      throw SystemFailure(code: EIO)
    }
  }

  /// The message, usually the system's.
  package var description: String { words ?? Errno(rawValue: code).description }

  package var isPermission: Bool { code == EACCES || code == EPERM }

  /// True if the path does not exist.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  package var isTooLarge: Bool { code == EFBIG }

  /// True if the disk is full or the user's quota is exceeded.
  package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }

  /// True if the process, or the system, has too many open files.
  package var isTooManyFiles: Bool { code == EMFILE || code == ENFILE }

  package var isDiskError: Bool { code == EIO || isNoSpace }

  /// True if the reader closed its end of a pipe.
  package var isClosedPipe: Bool { code == EPIPE }

  /// True for a symbolic link that is not followed, and for a cycle of links.
  package var isLink: Bool { code == ELOOP }

  /// True if the path already exists.
  package var isTaken: Bool { code == EEXIST }
}
