internal import MigratorEngine
internal import MigratorPlatform
package import MigratorSQLite

/// A scratch database whose state can be kept and restored.
package final class ScratchState {
  private let folder: ScratchFolder
  private let configuration: Configuration
  private var queue: DatabaseQueue?

  /// Creates an empty database.
  ///
  /// - Throws: `MigrationError` if the folder for temporary files cannot be used.
  package init(_ configuration: Configuration) throws {
    var configuration = configuration
    configuration.purpose = .scratch
    configuration.readonly = false
    configuration.usesFrozenClock = true
    self.configuration = configuration
    folder = try ScratchFolder(in: nil)
    try folder.makeDatabase()
  }

  deinit { try? queue?.close() }

  /// Calls a closure with a connection outside any transaction; `isNew` for one that has run nothing.
  package func access<T>(new isNew: Bool = false, _ body: (Database) throws -> T) throws -> T {
    if isNew { try close() }
    let queue =
      try self.queue
      ?? DatabaseQueue(
        path: folder.databasePath, configuration: configuration)
    self.queue = queue
    do {
      return try queue.writeWithoutTransaction(body)
    } catch ResultCode.SQLITE_FULL {
      // SQLite does not say which disk is full.
      throw MigrationError.fullScratchFolder(of: folder.databasePath)
    }
  }

  /// The bytes of the database; no transaction is open.
  package func image() throws -> [UInt8] {
    try close()
    return try Files.bytes(of: folder.databasePath, limit: 1 << 40)
  }

  /// Replaces the database by an earlier image.
  package func restore(_ image: [UInt8]) throws {
    try close()
    for suffix in ["", "-journal", "-wal", "-shm"] { Files.remove(folder.databasePath + suffix) }
    try Files.create(folder.databasePath, image, for: .owner)
  }

  private func close() throws {
    try queue?.close()
    queue = nil
  }
}
