import CSQLite3
import MigratorPlatform

/// Copies databases with SQLite's online backup, including the `-wal`, or by cloning the file if
/// possible.
///
/// Source: <https://www.sqlite.org/backup.html>.
public enum DatabaseCopy {
  /// The result of a copy.
  public struct Copied: Sendable, Hashable {
    /// The size in bytes.
    public let byteCount: Int64
    /// True if the copy is a clone, which shares the blocks of the source until either file is
    /// written.
    ///
    /// Cloning takes no noticeable time or space.
    public let isClone: Bool

    package init(byteCount: Int64, isClone: Bool) {
      self.byteCount = byteCount
      self.isClone = isClone
    }
  }

  /// The durability of a copy.
  public enum Durability: Sendable, Hashable {
    /// A temporary copy; nothing is synced to disk.
    case scratch
    /// A permanent copy; it is on disk when the function returns.
    case kept
  }

  /// Copies a database into a new file that only this user may read and write.
  ///
  /// The copy is one consistent state of the source, even if other connections write meanwhile. In
  /// WAL mode, writers are not blocked. With a rollback journal, they are blocked for a few
  /// milliseconds at a time, and the copy restarts when one of them commits; see ``SourceChangedError``.
  ///
  /// - Parameters:
  ///   - source: The database.
  ///   - target: The new file. It must not exist.
  ///   - durability: The durability of the copy.
  ///   - configuration: How the source is usually opened; it provides the key of an encrypted
  ///     database.
  ///   - cancellation: Stops the copy.
  ///   - progress: Called with the bytes copied so far and the total.
  /// - Returns: The size and kind of the copy.
  /// - Throws: ``DatabaseError`` of the source; SQLITE_INTERRUPT if cancelled, SQLITE_CANTOPEN if
  ///   the target exists or cannot be created, SQLITE_FULL and others; ``SourceChangedError`` for a
  ///   scratch copy that other connections kept changing. The target is then removed, unless it already
  ///   existed.
  @discardableResult
  public static func copy(
    from source: String, to target: String, durability: Durability = .scratch,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil,
    progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
  ) throws -> Copied {
    let reader = try ConnectionOpening.openWithoutSetup(path: source, beside: configuration)
    return try copy(
      from: reader, to: target, durability: durability, cancellation: cancellation,
      progress: progress)
  }

  /// Copies the database of a connection into a new file.
  ///
  /// - Parameters:
  ///   - reader: The connection; if it is in a transaction, the state of the transaction is copied.
  ///   - target: The new file. It must not exist.
  ///   - durability: The durability of the copy.
  ///   - cancellation: Stops the copy.
  ///   - progress: Called with the bytes copied so far and the total.
  /// - Returns: The size and kind of the copy.
  /// - Throws: ``DatabaseError`` and ``SourceChangedError``, as for a copy from a path.
  @discardableResult
  public static func copy(
    from reader: Database, to target: String, durability: Durability = .scratch,
    cancellation: Cancellation? = nil,
    progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
  ) throws -> Copied {
    try create(target)
    do {
      let isClone = try fill(
        target, from: reader, durability, cancellation: cancellation, progress: progress)
      if durability == .kept { try synchronize(target) }
      let size = Files.size(of: target) ?? 0
      if isClone { progress(size, size) }
      if cancellation?.isCancelled == true { throw PageCopy.cancelled }
      return Copied(byteCount: size, isClone: isClone)
    } catch {
      remove(target)
      throw error
    }
  }

  /// Removes a database file with its `-journal`, `-wal` and `-shm`; ignores missing files.
  ///
  /// No connection to the file may be open in this process.
  ///
  /// - Parameter path: The database file.
  public static func remove(_ path: String) {
    files(of: path).forEach(Files.remove)
  }

  /// Returns the names of the files that may belong to a database.
  ///
  /// - Parameter path: The database file.
  /// - Returns: The database file, and those that may exist next to it.
  package static func files(of path: String) -> [String] {
    ["", "-journal", "-wal", "-shm"].map { path + $0 }
  }

  /// Clones the file of a connection that is in a read transaction.
  ///
  /// Outside WAL mode, its lock keeps other connections from writing to the file:
  /// <https://www.sqlite.org/lockingv3.html>. In WAL mode, they can write to it during reads.
  private static func clone(_ reader: Database, to target: String) throws -> Bool {
    guard !reader.isImmutable,
      try String.fetchOne(reader, sql: "PRAGMA journal_mode") == "delete",
      let path = sqlite3_db_filename(reader.connection, "main").map({ String(cString: $0) })
    else { return false }
    return FileClone.make(of: path, into: target)
  }

  /// Fills the empty target, and returns true if it is a clone.
  private static func fill(
    _ target: String, from reader: Database, _ durability: Durability,
    cancellation: Cancellation?, progress: (Int64, Int64) -> Void
  ) throws -> Bool {
    if try isolated(reader, { try clone(reader, to: target) }) { return true }
    // The copy of an encrypted database has the same key, which may come from the app's setup.
    let writer = try ConnectionOpening.open(
      path: target,
      configuration: reader.isEncrypted
        ? reader.configuration.twin(for: .scratch) : Configuration(purpose: .scratch))
    try writer.execute(sql: "PRAGMA journal_mode = MEMORY")
    // An existing transaction belongs to the caller, and in WAL mode readers do not block writers.
    let blocksWriters =
      try !reader.isImmutable && !reader.isInsideTransaction && reader.journalMode() != "wal"
    try withoutActuallyEscaping(progress) { progress in
      let copy = PageCopy(
        from: reader, to: writer, cancellation: cancellation, progress: progress)
      if try !blocksWriters || !copy.runIncrementally(mustSucceed: durability == .kept) {
        try isolated(reader) { try copy.run() }
      }
    }
    try writer.handle.close()
    // Each page is read once, so the cached pages would only occupy memory.
    sqlite3_db_release_memory(reader.connection)
    return false
  }

  /// Reads in one transaction, which begins with its first read.
  private static func isolated<T>(_ reader: Database, _ body: () throws -> T) throws -> T {
    try reader.isolatedRead { reader in
      try reader.execute(sql: "SELECT 1 FROM sqlite_master LIMIT 1")
      return try body()
    }
  }

  /// Creates an empty file, so that SQLite neither chooses its permissions nor follows a link.
  private static func create(_ path: String) throws {
    do throws(SystemFailure) {
      try Files.create(path, for: .owner)
    } catch {
      let code: ResultCode =
        error.isNoSpace
        ? .SQLITE_FULL
        : error.isDiskError || error.isTooManyFiles ? .SQLITE_IOERR : .SQLITE_CANTOPEN
      throw DatabaseError(resultCode: code, message: "\(path): \(error)")
    }
  }

  /// Syncs a closed file and its folder to disk.
  private static func synchronize(_ path: String) throws {
    for name in [path, Paths.folder(of: path)] {
      do throws(SystemFailure) {
        try Files.synchronize(name)
      } catch {
        throw DatabaseError(resultCode: .SQLITE_IOERR_FSYNC, message: "\(name): \(error)")
      }
    }
  }
}
