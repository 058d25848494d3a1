import MigratorEngine
import MigratorPlatform

/// Writes new files and folders; what is there is never replaced.
enum FileWriting {
  /// Writes a file that does not exist yet, making the folders it stands in.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - text: What it holds.
  /// - Throws: `BatchFailure`.
  static func create(_ path: String, _ text: String) throws {
    if let slash = path.lastIndex(of: "/") { try makeFolders(String(path[..<slash])) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure("make", path) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard bytes.withUnsafeBytes({ SystemCalls.write(descriptor, $0) }) == bytes.count else {
      throw failure("write", path)
    }
  }

  /// Makes a folder and those it stands in, as far as they are missing.
  ///
  /// - Parameter path: The path.
  /// - Throws: `BatchFailure`.
  static func makeFolders(_ path: String) throws {
    guard !path.isEmpty, access(path, F_OK) != 0 else { return }
    if let slash = path.lastIndex(of: "/") { try makeFolders(String(path[..<slash])) }
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw failure("make the folder", path)
    }
  }

  /// An error of the system, in words.
  static func failure(_ action: String, _ path: String) -> BatchFailure {
    BatchFailure(
      .cannotCreate, "Cannot \(action) \(path): \(String(cString: strerror(errno))).",
      "Name a folder you may write, and a name that is not taken.")
  }
}
