public import Foundation

/// The bytes and times of all files below a folder, to prove that inspection changes nothing.
public struct FolderState: Hashable, CustomStringConvertible {
  /// The state of one file.
  public struct Entry: Hashable {
    /// The contents; `nil` for a folder or an unreadable file.
    public let bytes: [UInt8]?
    /// The POSIX permissions.
    public let permissions: Int
    /// The modification time.
    public let modified: Date?
  }

  /// The files by path, relative to the folder.
  public let entries: [String: Entry]

  /// Reads the state of a folder, ignoring files with the given suffixes, such as `-shm`.
  ///
  /// This process must have no open connection to a database in the folder: closing a file releases
  /// the POSIX locks that SQLite holds on it.
  public init(of path: String, ignoring ignored: [String] = []) {
    var entries: [String: Entry] = [:]
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    for name in names where !ignored.contains(where: { name.hasSuffix($0) }) {
      let file = path + "/" + name
      // A file without readable attributes gets an entry as well.
      let attributes = (try? FileManager.default.attributesOfItem(atPath: file)) ?? [:]
      entries[name] = Entry(
        bytes: FileManager.default.contents(atPath: file).map { [UInt8]($0) },
        permissions: attributes[.posixPermissions] as? Int ?? -1,
        modified: attributes[.modificationDate] as? Date)
    }
    self.entries = entries
  }

  /// The names and sizes, for the message of a failed test.
  public var description: String {
    entries.sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.bytes?.count ?? -1) bytes, \($0.value.modified as Any)" }
      .joined(separator: "\n")
  }
}
