internal import Synchronization

/// The bytes of files that were read of one folder at one moment.
///
/// No part of what a folder is: two are always equal.
final class FileContents: Sendable, Hashable {
  private let bytes = Mutex<[String: [UInt8]]>([:])

  /// The bytes of a file, or `nil` when it was not read yet.
  subscript(_ file: String) -> [UInt8]? {
    get { bytes.withLock { $0[file] } }
    set { bytes.withLock { $0[file] = newValue } }
  }

  static func == (first: FileContents, second: FileContents) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
