internal import MigratorPlatform

/// The bytes of files that were read of one folder at one moment, and what was found out of its names.
///
/// No part of what a folder is: two are always equal.
final class FileContents: Sendable, Hashable {
  private struct State {
    var bytes: [String: [UInt8]] = [:]
    var count = 0
    var findings: [ObjectIdentifier: any Sendable] = [:]
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

  /// What was found out of the folder; it is found out the first time it is asked for.
  func finding<Finding: Sendable>(_ find: () -> Finding) -> Finding {
    let key = ObjectIdentifier(Finding.self)
    if let known = state.withLock({ $0.findings[key] }) as? Finding { return known }
    let finding = find()
    state.withLock { $0.findings[key] = finding }
    return finding
  }

  static func == (first: FileContents, second: FileContents) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
