internal import SystemPackage

/// A call that the system refused.
package struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The `errno`.
  package let code: Int32
  /// Words of our own, where the system has none for it.
  private var words: String?

  package init(code: Int32) { self.code = code }

  /// What is asked of a regular file only was asked of something else.
  package static let noRegularFile = {
    var failure = SystemFailure(code: EINVAL)
    failure.words = "no regular file but a pipe, a socket, a device or a folder"
    return failure
  }()

  /// The disk is full.
  package static let noSpace = SystemFailure(code: ENOSPC)

  /// The failure of the call that was just made.
  static var last: SystemFailure { SystemFailure(code: errno) }

  /// Runs calls of swift-system, which throw `Errno`.
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

  /// What to tell of it, for the most part in the system's words.
  package var description: String { words ?? Errno(rawValue: code).description }

  /// Whether this process may not do it.
  package var isPermission: Bool { code == EACCES || code == EPERM }

  /// Whether nothing stands there.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the file is beyond a limit.
  package var isTooLarge: Bool { code == EFBIG }

  /// Whether the disk, or what this user may have of it, is full.
  package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }

  /// Whether the process, or the system, has too many files open.
  package var isTooManyFiles: Bool { code == EMFILE || code == ENFILE }

  /// Whether the disk failed or is full.
  package var isOfDisk: Bool { code == EIO || isNoSpace }

  /// Whether nobody reads any more what is written.
  package var isClosedPipe: Bool { code == EPIPE }

  /// Whether a link stands there that was not to be followed, or links lead round in a circle.
  package var isLink: Bool { code == ELOOP }

  /// Whether something stands there already.
  package var isTaken: Bool { code == EEXIST }
}
