internal import MigratorPlatform

/// A cache of the contents of a folder's files, and of values derived from their names.
///
/// It is not part of a folder's value: two instances are always equal.
final class FileContents: Sendable, Hashable {
  private enum File {
    case bytes([UInt8])
    /// A file that was read as text, which shares its memory with the script.
    case text(String)

    var bytes: [UInt8] { bytes(limit: .max) }

    func bytes(limit: Int) -> [UInt8] {
      switch self {
      case .bytes(let bytes): limit >= bytes.count ? bytes : Array(bytes.prefix(limit))
      case .text(let text): Array(text.utf8.prefix(limit))
      }
    }
  }

  private struct State {
    var files: [String: File] = [:]
    var count = 0
    var findings: [ObjectIdentifier: any Sendable] = [:]
  }

  private let state = Mutex(State())

  /// The bytes of a file, or `nil` if it has not been read yet.
  subscript(_ file: String) -> [UInt8]? {
    get { state.withLock { $0.files[file]?.bytes } }
    set {
      state.withLock {
        $0.count += (newValue?.count ?? 0) - ($0.files[file]?.bytes.count ?? 0)
        $0.files[file] = newValue.map { .bytes($0) }
      }
    }
  }

  /// The first bytes of a file, or `nil` if it has not been read yet.
  func head(of file: String, limit: Int) -> [UInt8]? {
    state.withLock { $0.files[file]?.bytes(limit: limit) }
  }

  /// The text of a file, or `nil` if it has not been read as text yet.
  func text(of file: String) -> String? {
    state.withLock {
      if case .text(let text)? = $0.files[file] { text } else { nil }
    }
  }

  /// Replaces the bytes of a file with its text, so that only one copy is in memory.
  func keep(_ text: String, of file: String) { state.withLock { $0.files[file] = .text(text) } }

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
