internal import MigratorPlatform

/// A cache of the contents of a folder's files, and of values derived from their names.
///
/// It is not part of a folder's value: two instances are always equal.
final class FileContents: Sendable, Hashable {
  private struct State {
    var bytes: [String: [UInt8]] = [:]
    var count = 0
    var findings: [ObjectIdentifier: any Sendable] = [:]
  }

  private let state = Mutex(State())

  /// The bytes of a file, or `nil` if it has not been read yet.
  subscript(_ file: String) -> [UInt8]? {
    get { state.withLock { $0.bytes[file] } }
    set {
      state.withLock {
        $0.count += (newValue?.count ?? 0) - ($0.bytes[file]?.count ?? 0)
        $0.bytes[file] = newValue
      }
    }
  }

  var byteCount: Int { state.withLock { $0.count } }

  /// A derived value, which is computed on first use.
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
