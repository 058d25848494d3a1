internal import MigratorSQLite
internal import MigratorPlatform

/// A folder with one database that nobody but this user can read, removed with the value.
package final class ScratchFolder {
  /// The path of the database in it.
  package let databasePath: String
  private let path: String
  private let files: ScratchFiles

  /// Makes a folder.
  ///
  /// - Parameter parent: The folder to make it in, or `nil` for TMPDIR.
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/file(path:action:errno:)``.
  package init(in parent: String?) throws {
    let parent = parent ?? Environment.temporaryFolder
    while true {
      let number = String(UInt64.random(in: 0 ... .max), radix: 36)
      let path = "\(parent)/migtui-\(number)"
      let database = path + "/copy.sqlite"
      // Entered before it is made: a signal in between must not leave it behind.
      let files = ScratchFiles(DatabaseCopy.files(of: database), folder: path)
      do throws(SystemFailure) {
        try Files.createFolder(path, for: .owner)
        (self.path, databasePath) = (path, database)
        self.files = files
        return
      } catch {
        guard error.isTaken else {
          throw MigrationError(.file(path: parent, action: "make a folder in", errno: error.code))
        }
      }
    }
  }

  deinit {
    // Once more where something stood in the way for a moment: a copy must not stay.
    for _ in 0..<2 where Files.isTaken(path) {
      DatabaseCopy.remove(databasePath)
      Files.removeFolder(path)
    }
  }

  /// Makes the database, which holds nothing.
  ///
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/file(path:action:errno:)``.
  package func makeDatabase() throws {
    do throws(SystemFailure) {
      try Files.create(databasePath, for: .owner)
    } catch {
      throw MigrationError(.file(path: databasePath, action: "make", errno: error.code))
    }
  }

  /// Throws when the folder has too little space for a copy.
  ///
  /// - Parameter bytes: The size of the copy.
  /// - Throws: ``MigrationError`` of kind
  ///   ``MigrationError/Kind/notEnoughSpace(folder:needed:available:)``.
  func require(_ bytes: Int64) throws {
    guard let available = Files.freeSpace(in: path), available < bytes else { return }
    throw MigrationError(
      .notEnoughSpace(
        folder: Paths.folder(of: path), needed: bytes, available: available))
  }

  /// A configuration for the database, which is thrown away.
  func scratch(_ configuration: Configuration) -> Configuration {
    var configuration = configuration
    configuration.purpose = .scratch
    return configuration
  }

  /// Opens the database for as long as a closure works on it.
  ///
  /// - Parameters:
  ///   - configuration: How to open it; its purpose becomes `scratch`.
  ///   - body: Receives the connection.
  /// - Returns: What the closure returns.
  /// - Throws: `DatabaseError`; ``MigrationError`` of kind ``MigrationError/Kind/file(path:action:errno:)``
  ///   where the disk is full; the error of the closure.
  func access<T>(
    _ configuration: Configuration, _ body: (Database) throws -> T
  ) throws -> T {
    let queue = try DatabaseQueue(path: databasePath, configuration: scratch(configuration))
    // The folder outlives the connection to the file in it, which is removed whether or not
    // SQLite can close it in good order.
    defer { withExtendedLifetime(self) { try? queue.close() } }
    do {
      return try queue.barrierWriteWithoutTransaction(body)
    } catch ResultCode.SQLITE_FULL {
      // SQLite does not say of which disk.
      throw MigrationError(
        .file(
          path: Paths.folder(of: path), action: "write a scratch database in",
          errno: SystemFailure.noSpace.code))
    }
  }
}
