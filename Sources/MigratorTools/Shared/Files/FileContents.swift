import MigratorPlatform
import MigratorEngine

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
    var scripts: [String: SQLScript] = [:]
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

  /// True if the file was read, or has contents that are not on the disk.
  func isRead(_ file: String) -> Bool { state.withLock { $0.files[file] != nil } }

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

  /// The scripts that were parsed, or those of an earlier reading, by path.
  var scripts: [String: SQLScript] {
    get { state.withLock { $0.scripts } }
    set { state.withLock { $0.scripts = newValue } }
  }

  /// Returns the statements of a file, which are parsed only if its contents changed.
  func script(at path: String, _ text: String) -> SQLScript {
    if let known = scripts[path], known.source.hasSameBytes(as: text),
      known.text.hasSameBytes(as: text)
    {
      return known
    }
    let script = SQLScript(file: path, text: text)
    state.withLock { $0.scripts[path] = script }
    return script
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
