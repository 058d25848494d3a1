import Foundation

/// A folder for the files of one test, removed when the value is deallocated.
public final class TemporaryFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates a folder in the temporary directory.
  public init() throws {
    _ = TestEnvironment.isPrepared
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("migtui-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    // Tests may make the folder unreadable. A leftover folder does not fail a test.
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of a file in the folder; the name may contain slashes.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file, creating its parent folders, and returns its path.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try write(name, bytes: Array(text.utf8))
  }

  /// Writes a file, creating its parent folders, and returns its path.
  @discardableResult
  public func write(_ name: String, bytes: [UInt8]) throws -> String {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// Returns the bytes of a file.
  public func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// Returns the sorted relative paths of all files below the folder.
  public func names() -> [String] {
    (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
  }
}
