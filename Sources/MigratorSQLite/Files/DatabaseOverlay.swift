import CSQLite3
import MigratorPlatform

/// A database on which one can write without the original being written: what is written lies over it.
///
/// It is there at once, whatever the size, and takes only the space of the pages that are written. The
/// original is held by a read transaction as long as the overlay lives: in WAL mode others go on writing,
/// and the overlay does not see it; with a rollback journal they have to wait.
///
/// One connection writes at a time, and another may go on seeing an earlier state.
public final class DatabaseOverlay {
  /// The path to open the database at, in this process only.
  public var path: String { paths.present }
  private let paths: (present: String, held: String)
  private let store: OverlayStore
  /// Reads all the time, so that nobody takes away what is read.
  private let pin: Database

  /// Lays an overlay over a database.
  ///
  /// - Parameters:
  ///   - original: The database.
  ///   - folder: Where what is written is kept, in a file without a name. Of an encrypted database these are
  ///     encrypted pages.
  ///   - configuration: How others open the database: an encrypted one with its key.
  /// - Throws: ``DatabaseError``; SQLITE_BUSY when the `-wal` file was begun anew again
  ///   and again; `SystemFailure` when nothing can be kept in the folder.
  public init(
    over original: String, in folder: String, configuration: Configuration = Configuration()
  ) throws {
    pin = try ConnectionOpening.openPlainly(path: original, beside: configuration, .header)
    // Read without any lock, the file may change under the overlay.
    guard !pin.isImmutable else {
      throw DatabaseError(OpenFailure(.readOnlyFolder, path: original))
    }
    store = try Self.store(pin, folder)
    paths = try OverlayFileSystem.enter(store)
  }

  deinit {
    OverlayFileSystem.leave(paths)
    try? pin.handle.close()
  }

  /// How often a `-wal` file may be begun anew while it is read.
  private static let attempts = 20

  private static func store(_ pin: Database, _ folder: String) throws -> OverlayStore {
    for _ in 0..<attempts {
      // The transaction begins with the first read, and stays.
      try pin.waitingForLocks {
        try pin.execute(sql: "BEGIN; \(ConnectionOpening.readHeader)")
      }
      if let store = try read(pin, folder) { return store }
      try pin.execute(sql: "ROLLBACK")
    }
    throw DatabaseError(
      resultCode: .SQLITE_BUSY, message: "the -wal file is begun anew all the time")
  }

  /// Reads the state that is pinned; `nil` when the `-wal` file was begun anew meanwhile.
  private static func read(_ pin: Database, _ folder: String) throws -> OverlayStore? {
    let path = pin.path
    let original = try OriginalFile(path)
    // Asked of SQLite: the header of the file may be encrypted.
    let pageSize: Int = try pin.get(pragma: "page_size") ?? 4096
    // To be asked for the mode, SQLite would read the schema.
    let isWAL = try pin.isEncrypted ? pin.journalMode() == "wal" : original.isWAL
    guard isWAL, let size = Files.size(of: path + "-wal"), size > 0 else {
      return try OverlayStore(
        original, pageSize: pageSize, isWAL ? WALReader() : nil, { _, _ in [] }, in: folder)
    }
    let store: Result<OverlayStore?, any Error>
    do throws(SystemFailure) {
      store = try Files.read(path + "-wal") { read in
        Result { try Self.store(original, pageSize: pageSize, logSize: size, read, folder) }
      }
    } catch {
      throw DatabaseError(OpenFailure(error, readingWALOf: path))
    }
    return try store.get()
  }

  /// Lays what waits in a `-wal` file over the original; `nil` when the file was begun anew meanwhile.
  ///
  /// Its pages are read by their places after its frames were checked, so the header has to be the same
  /// when both are done, and a file that ends too soon was cut.
  static func store(
    _ original: OriginalFile, pageSize: Int, logSize: Int64, _ read: WALReader.Read,
    _ folder: String
  ) throws -> OverlayStore? {
    let header = read(WALReader.headerSize, 0)
    let store: OverlayStore
    do {
      store = try OverlayStore(
        original, pageSize: pageSize, WALReader(header: header, size: logSize, read), read,
        in: folder)
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_IOERR_SHORT_READ {
      return nil
    }
    return read(WALReader.headerSize, 0) == header ? store : nil
  }

  /// The bytes on the disk that what was written takes.
  public var byteCount: Int64 { store.byteCount }

  /// Gives access to the database as it is now, whatever is written meanwhile.
  ///
  /// What an earlier one saw is gone; no connection may be open on it, and none in a transaction.
  ///
  /// - Parameters:
  ///   - configuration: Functions, collations and extensions the schema needs.
  ///   - monitor: Watches the statements of the connection, or `nil`.
  ///   - body: Receives the connection.
  /// - Returns: What the closure returns.
  /// - Throws: ``DatabaseError``; `SystemFailure` when nothing more can be kept; the error of the closure.
  package func holding<T>(
    _ configuration: Configuration = Configuration(), monitor: ProgressMonitor? = nil,
    _ body: (LazyReader) throws -> T
  ) throws -> T {
    try store.hold()
    let former = LazyReader(of: paths.held, beside: configuration, monitor: monitor)
    defer { former.close() }
    return try body(former)
  }
}
