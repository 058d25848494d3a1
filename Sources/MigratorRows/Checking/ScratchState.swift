internal import MigratorEngine
internal import MigratorPlatform
package import MigratorSQLite

/// A scratch database whose state can be saved and restored.
package final class ScratchState {
  /// A saved state.
  package struct Image {
    fileprivate let bytes: [UInt8]
    fileprivate let numbers: SeededNumbers
  }

  private let folder: ScratchFolder
  private let configuration: Configuration
  private let random: SeededRandom
  private var queue: DatabaseQueue?

  /// Creates an empty database, whose clock and random numbers are the same in each run.
  ///
  /// - Parameters:
  ///   - configuration: How to open it.
  ///   - seed: Determines the random numbers.
  /// - Throws: `MigrationError` if the folder for temporary files cannot be used.
  package init(_ configuration: Configuration, seed: UInt64) throws {
    var configuration = configuration
    configuration.purpose = .scratch
    configuration.readonly = false
    configuration.usesFrozenClock = true
    random = SeededRandom(seed: seed)
    configuration.random = random
    self.configuration = configuration
    folder = try ScratchFolder(in: nil)
    try folder.makeDatabase()
  }

  deinit { try? queue?.close() }

  /// Calls a closure with a connection outside any transaction; `isNew` requires an unused
  /// connection.
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
      // SQLite does not report which disk is full.
      throw MigrationError.fullScratchFolder(of: folder.databasePath)
    }
  }

  /// Closes the connection unless the next closure may use it.
  package func renew(unless isLikeNew: (Database) throws -> Bool) throws {
    if let queue, try !queue.writeWithoutTransaction(isLikeNew) { try close() }
  }

  /// Saves the state; no transaction may be open.
  package func image() throws -> Image {
    // In WAL mode, the file may be incomplete until the connection is closed.
    try renew { try $0.journalMode() != "wal" }
    return Image(
      bytes: try file("read") { try Files.bytes(of: $0, limit: 1 << 40) },
      numbers: random.numbers)
  }

  /// Restores a saved state.
  package func restore(_ image: Image) throws {
    try close()
    for suffix in ["-journal", "-wal", "-shm"] { Files.remove(folder.databasePath + suffix) }
    try file("write") { try Files.replace($0, image.bytes) }
    random.numbers = image.numbers
  }

  /// Accesses the database as a file.
  private func file<T>(_ action: String, _ body: (String) throws -> T) throws -> T {
    do {
      return try body(folder.databasePath)
    } catch let failure as SystemFailure {
      throw MigrationError(
        .file(path: folder.databasePath, action: action, errno: failure.code))
    }
  }

  private func close() throws {
    try queue?.close()
    queue = nil
  }
}
