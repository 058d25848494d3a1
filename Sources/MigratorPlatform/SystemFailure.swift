internal import SystemPackage

package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The `errno`.
  package let code: Int32
  /// A message that replaces the system's.
  private var words: String?

  package init(code: Int32) { self.code = code }

  package static let noRegularFile = {
    var failure = SystemFailure(code: EINVAL)
    failure.words = "not a regular file but a pipe, a socket, a device or a folder"
    return failure
  }()

  package static let noSpace = SystemFailure(code: ENOSPC)

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

  package var description: String { words ?? Errno(rawValue: code).description }

  package var isPermission: Bool { code == EACCES || code == EPERM }

  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  package var isTooLarge: Bool { code == EFBIG }

  package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }

  package var isTooManyFiles: Bool { code == EMFILE || code == ENFILE }

  package var isDiskError: Bool { code == EIO || isNoSpace }

  package var isClosedPipe: Bool { code == EPIPE }

  /// True for a symbolic link that is not followed, and for a cycle of links.
  package var isLink: Bool { code == ELOOP }

  package var isTaken: Bool { code == EEXIST }
}
