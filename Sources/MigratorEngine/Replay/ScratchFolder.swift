internal import MigratorSQLite
internal import MigratorPlatform

/// A folder with one database that only the current user can read, deleted with the object.
package final class ScratchFolder {
  package let databasePath: String
  private let path: String
  private let files: ScratchFiles

  /// Creates a folder.
  ///
  /// - Parameter parent: The parent folder, or `nil` for TMPDIR.
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/file(path:action:errno:)``.
  package init(in parent: String?) throws {
    let parent = parent ?? Environment.temporaryFolder
    while true {
      let number = String(UInt64.random(in: 0 ... .max), radix: 36)
      let path = "\(parent)/migtui-\(number)"
      let database = path + "/copy.sqlite"
      // Registered before the folder is created, so that a signal in between does not leave it
      // behind.
      let files = ScratchFiles(DatabaseCopy.files(of: database), folder: path)
      do throws(SystemFailure) {
        try Files.createFolder(path, for: .owner)
        (self.path, databasePath) = (path, database)
        self.files = files
        return
      } catch {
        guard error.isTaken else {
          throw MigrationError(.file(path: parent, action: "create a folder in", errno: error.code))
        }
      }
    }
  }

  deinit {
    // Try twice: a temporary failure must not leave the copy behind.
    for _ in 0..<2 where Files.isTaken(path) {
      DatabaseCopy.remove(databasePath)
      Files.removeFolder(path)
    }
  }

  /// Creates the empty database file.
  ///
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/file(path:action:errno:)``.
  package func makeDatabase() throws {
    do throws(SystemFailure) {
      try Files.create(databasePath, for: .owner)
    } catch {
      throw MigrationError(.file(path: databasePath, action: "make", errno: error.code))
    }
  }

  /// Throws if the folder has too little space for a copy.
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

  func scratch(_ configuration: Configuration) -> Configuration {
    var configuration = configuration
    configuration.purpose = .scratch
    return configuration
  }

  /// Opens the database for the duration of a closure.
  ///
  /// - Parameters:
  ///   - configuration: How to open it; the purpose becomes `scratch`.
  ///   - body: Receives the connection.
  /// - Returns: The result of the closure.
  /// - Throws: `DatabaseError`; ``MigrationError`` of kind
  ///   ``MigrationError/Kind/file(path:action:errno:)`` if the disk is full; the error of the
  ///   closure.
  func access<T>(
    _ configuration: Configuration, _ body: (Database) throws -> T
  ) throws -> T {
    let queue = try DatabaseQueue(path: databasePath, configuration: scratch(configuration))
    // The folder must outlive the connection. An error on close does not matter, because the file
    // is deleted.
    defer { withExtendedLifetime(self) { try? queue.close() } }
    do {
      return try queue.barrierWriteWithoutTransaction(body)
    } catch ResultCode.SQLITE_FULL {
      // SQLite does not say which disk is full.
      throw MigrationError.fullScratchFolder(of: databasePath)
    }
  }
}

extension MigrationError {
  /// The error for a scratch database without enough disk space.
  ///
  /// - Parameter path: The database.
  /// - Returns: The error.
  package static func fullScratchFolder(of path: String) -> MigrationError {
    MigrationError(
      .file(
        path: Paths.folder(of: Paths.folder(of: path)), action: "write a scratch database in",
        errno: SystemFailure.noSpace.code))
  }
}
