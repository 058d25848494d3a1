internal import MigratorPlatform

/// The bytes of files that were read of one folder at one moment.
///
/// No part of what a folder is: two are always equal.
final class FileContents: Sendable, Hashable {
  private struct State {
    var bytes: [String: [UInt8]] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// The bytes of a file, or `nil` when it was not read yet.
  subscript(_ file: String) -> [UInt8]? {
    get { state.withLock { $0.bytes[file] } }
    set {
      state.withLock {
        $0.count += (newValue?.count ?? 0) - ($0.bytes[file]?.count ?? 0)
        $0.bytes[file] = newValue
      }
    }
  }

  /// How many bytes were read.
  var byteCount: Int { state.withLock { $0.count } }

  static func == (first: FileContents, second: FileContents) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
