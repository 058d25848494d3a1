import CSQLite3
import MigratorPlatform

/// A copy-on-write view of a database: writes go to the overlay, not to the original.
///
/// It opens immediately, whatever the size of the database, and stores only the written pages. A
/// read transaction pins the original while the overlay exists. In WAL mode, other connections can
/// write, and the overlay does not see their changes; with a rollback journal, they must wait.
///
/// One connection writes at a time, while another may keep reading an earlier state.
public final class DatabaseOverlay {
  /// The path to open the database at, in this process only.
  public var path: String { paths.present }
  private let paths: (present: String, held: String)
  private let store: OverlayStore
  /// Holds a read transaction, so that other connections do not overwrite the pages being read.
  private let pin: Database

  /// Creates an overlay of a database.
  ///
  /// - Parameters:
  ///   - original: The database.
  ///   - folder: The folder for the written pages, which are in a file without a name. For an
  ///     encrypted database, they are encrypted.
  ///   - configuration: How the database is usually opened; it provides the key of an encrypted
  ///     database.
  /// - Throws: ``DatabaseError``; SQLITE_BUSY if the `-wal` file was repeatedly restarted during
  ///   reading; `SystemFailure` if the folder cannot store pages.
  public init(
    over original: String, in folder: String, configuration: Configuration = Configuration()
  ) throws {
    pin = try ConnectionOpening.openWithoutSetup(path: original, beside: configuration, .header)
    // Without a lock, the file may change under the overlay.
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

  /// The maximum number of attempts to read a `-wal` file without a restart in between.
  private static let attempts = 20

  private static func store(_ pin: Database, _ folder: String) throws -> OverlayStore {
    for _ in 0..<attempts {
      // The transaction begins with the first read and remains open.
      try pin.waitingForLocks {
        try pin.execute(sql: "BEGIN; \(ConnectionOpening.readHeader)")
      }
      if let store = try read(pin, folder) { return store }
      try pin.execute(sql: "ROLLBACK")
    }
    throw DatabaseError(
      resultCode: .SQLITE_BUSY, message: "other programs kept resetting the -wal file")
  }

  /// Reads the pinned state; returns `nil` if the `-wal` file was restarted meanwhile.
  private static func read(_ pin: Database, _ folder: String) throws -> OverlayStore? {
    let path = pin.path
    let original = try OriginalFile(path)
    // SQLite provides the page size, because the file's header may be encrypted.
    let pageSize: Int = try pin.get(pragma: "page_size") ?? 4096
    // The pragma for the journal mode would read the schema.
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

  /// Applies a `-wal` file to the original; returns `nil` if the file was restarted meanwhile.
  ///
  /// The frames are checked first, and then their pages are read. The header must therefore be
  /// unchanged at the end. A short read means that the file was truncated.
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

  /// The disk space used by the written pages, in bytes.
  public var byteCount: Int64 { store.byteCount }

  /// Provides the current state of the database, unaffected by later writes.
  ///
  /// This replaces the state that an earlier call provided, to which no connection may be open. No
  /// connection may be in a transaction.
  ///
  /// - Parameters:
  ///   - configuration: The functions, collations and extensions that the schema requires.
  ///   - monitor: Watches the statements of the connection, or `nil`.
  ///   - body: Receives the connection.
  /// - Returns: The result of the closure.
  /// - Throws: ``DatabaseError``; `SystemFailure` if no more pages can be stored; errors thrown by
  ///   the closure.
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
