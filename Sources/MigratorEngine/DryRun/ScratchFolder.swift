internal import MigratorSQLite
internal import MigratorPlatform

/// A folder with one database that nobody but this user can read, removed with the value.
final class ScratchFolder {
  /// The path of the database in it.
  let databasePath: String
  private let path: String
  private let entry: Int?

  /// Makes a folder.
  ///
  /// - Parameter parent: The folder to make it in, or `nil` for TMPDIR.
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/file(path:action:errno:)``.
  init(in parent: String?) throws {
    let parent = parent ?? SystemCalls.temporaryFolder
    while true {
      let number = String(UInt64.random(in: 0 ... .max), radix: 36)
      let path = "\(parent)/migtui-\(number)"
      let database = path + "/copy.sqlite"
      // Entered before it is made: a signal in between must not leave it behind.
      let entry = LiveCopies.enter(
        folder: path, files: ["", "-journal", "-wal", "-shm"].map { database + $0 })
      let code = SystemCalls.makeFolder(path)
      if code == 0 {
        (self.path, databasePath, self.entry) = (path, database, entry)
        return
      }
      if let entry { LiveCopies.leave(entry) }
      guard code == EEXIST else {
        throw MigrationError(.file(path: parent, action: "make a folder in", errno: code))
      }
    }
  }

  deinit {
    DatabaseCopy.remove(databasePath)
    rmdir(path)
    if let entry { LiveCopies.leave(entry) }
  }

  /// Throws when the folder has too little space for a copy.
  ///
  /// - Parameter bytes: The size of the copy.
  /// - Throws: ``MigrationError`` of kind
  ///   ``MigrationError/Kind/notEnoughSpace(folder:needed:available:)``.
  func require(_ bytes: Int64) throws {
    guard let available = SystemCalls.freeSpace(in: path), available < bytes else { return }
    throw MigrationError(
      .notEnoughSpace(
        folder: SystemCalls.folder(of: path), needed: bytes, available: available))
  }
}
