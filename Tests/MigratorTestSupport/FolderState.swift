public import Foundation

/// The bytes and times of all files below a folder, to prove that looking changes nothing.
public struct FolderState: Hashable, CustomStringConvertible {
  /// What is known of one file.
  public struct Entry: Hashable {
    /// Its bytes; `nil` for a folder or an unreadable file.
    public let bytes: [UInt8]?
    /// Its permissions.
    public let permissions: Int
    /// The time of its last modification.
    public let modified: Date?
  }

  /// The files under their names.
  public let entries: [String: Entry]

  /// Takes the state of a folder, but of no file whose name ends in what is ignored, such as `-shm`.
  ///
  /// No connection of this process should be open on a database in it: reading drops SQLite's
  /// locks.
  public init(of path: String, ignoring ignored: [String] = []) {
    var entries: [String: Entry] = [:]
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    for name in names where !ignored.contains(where: { name.hasSuffix($0) }) {
      let file = path + "/" + name
      // A file that cannot be asked about has a state as well: that one.
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
