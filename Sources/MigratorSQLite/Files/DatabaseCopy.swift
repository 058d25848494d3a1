import CSQLite3
import MigratorPlatform

/// Copies databases with SQLite's online backup, changes in a `-wal` included, or by a clone of the file
/// where one is possible.
///
/// Source: <https://www.sqlite.org/backup.html>.
public enum DatabaseCopy {
  /// A copy that was made.
  public struct Copied: Sendable, Hashable {
    /// Its size in bytes.
    public let byteCount: Int64
    /// Whether it shares the blocks of the file until one of the two is written, so that it took no time
    /// and no room.
    public let isClone: Bool

    /// Describes a copy; the parameters are the properties.
    package init(byteCount: Int64, isClone: Bool) {
      self.byteCount = byteCount
      self.isClone = isClone
    }
  }

  /// How safe a copy is made.
  public enum Durability: Sendable, Hashable {
    /// The copy is thrown away soon: nothing waits for the disk.
    case scratch
    /// The copy is kept: it is on the disk when the function returns.
    case kept
  }

  /// Copies a database into a new file, which only this user may read and write.
  ///
  /// The copy is one consistent state of the source, whatever other connections write meanwhile. In WAL mode
  /// writers are not blocked. With a rollback journal they are blocked for a few milliseconds at a time,
  /// and the copy starts over when one of them commits; see ``CopyDisturbed``.
  ///
  /// - Parameters:
  ///   - source: The database.
  ///   - target: The new file. It must not exist.
  ///   - durability: How safe the copy is made.
  ///   - configuration: How others open the file: an encrypted one is copied with its key.
  ///   - cancellation: Stops the copy.
  ///   - progress: Called with the bytes copied so far and in all.
  /// - Returns: What was made.
  /// - Throws: ``DatabaseError`` of the source; SQLITE_INTERRUPT when cancelled,
  ///   SQLITE_CANTOPEN when the target exists or cannot be made, SQLITE_FULL and others; ``CopyDisturbed`` for
  ///   a scratch copy that other connections kept changing. The target is removed then, unless it existed.
  @discardableResult
  public static func copy(
    from source: String, to target: String, durability: Durability = .scratch,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil,
    progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
  ) throws -> Copied {
    let reader = try ConnectionOpening.openPlainly(path: source, beside: configuration)
    return try copy(
      from: reader, to: target, durability: durability, cancellation: cancellation,
      progress: progress)
  }

  /// Copies the database of a connection into a new file of its own.
  ///
  /// - Parameters:
  ///   - reader: The connection; it may be in a transaction, whose state is copied then.
  ///   - target: The new file. It must not exist.
  ///   - durability: How safe the copy is made.
  ///   - cancellation: Stops the copy.
  ///   - progress: Called with the bytes copied so far and in all.
  /// - Returns: What was made.
  /// - Throws: ``DatabaseError`` and ``CopyDisturbed``, as the other.
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
      if cancellation?.isCancelled == true { throw cancelled }
      return Copied(byteCount: size, isClone: isClone)
    } catch {
      remove(target)
      throw error
    }
  }

  /// Removes a database file with its `-journal`, `-wal` and `-shm`; missing ones are no error.
  ///
  /// No connection to the file may be open in this process.
  ///
  /// - Parameter path: The database file.
  public static func remove(_ path: String) {
    files(of: path).forEach(Files.remove)
  }

  /// Returns the names that SQLite may give the files of one database.
  ///
  /// - Parameter path: The database file.
  /// - Returns: It, and those that may stand beside it.
  package static func files(of path: String) -> [String] {
    ["", "-journal", "-wal", "-shm"].map { path + $0 }
  }

  /// Whether the whole database is in its own file: no `-wal` file holds changes, and there is no `-journal`.
  ///
  /// - Parameter path: The database file.
  /// - Returns: Whether it is.
  package static func isComplete(_ path: String) -> Bool {
    (Files.size(of: path + "-wal") ?? 0) == 0 && !Files.isTaken(path + "-journal")
  }

  static var cancelled: DatabaseError {
    DatabaseError(resultCode: .SQLITE_INTERRUPT, message: "the copy was cancelled")
  }

  /// Clones the file of a connection that is in a read transaction.
  ///
  /// Outside WAL mode its lock keeps all others from writing the file:
  /// <https://www.sqlite.org/lockingv3.html>. In WAL mode they write it while it is read.
  private static func clone(_ reader: Database, to target: String) throws -> Bool {
    guard !reader.isImmutable,
      try String.fetchOne(reader, sql: "PRAGMA journal_mode") == "delete",
      let path = sqlite3_db_filename(reader.connection, "main").map({ String(cString: $0) })
    else { return false }
    return FileClone.make(of: path, into: target)
  }

  /// Fills the empty target, and returns whether it is a clone.
  private static func fill(
    _ target: String, from reader: Database, _ durability: Durability,
    cancellation: Cancellation?, progress: (Int64, Int64) -> Void
  ) throws -> Bool {
    if try isolated(reader, { try clone(reader, to: target) }) { return true }
    // The copy of an encrypted database is encrypted with the same key, which the app's preparation may give.
    let writer = try ConnectionOpening.open(
      path: target,
      configuration: reader.isEncrypted
        ? reader.configuration.twin(for: .scratch) : Configuration(purpose: .scratch))
    try writer.execute(sql: "PRAGMA journal_mode = MEMORY")
    // A lock that is already held is the caller's, and in WAL mode a reader blocks no writer.
    let blocksWriters =
      try !reader.isImmutable && !reader.isInsideTransaction && reader.journalMode() != "wal"
    try withoutActuallyEscaping(progress) { progress in
      let copy = PageCopy(
        from: reader, to: writer, cancellation: cancellation, progress: progress)
      if try !blocksWriters || !copy.runInSlices(mustSucceed: durability == .kept) {
        try isolated(reader) { try copy.run() }
      }
    }
    try writer.handle.close()
    return false
  }

  /// Reads in one transaction, which begins with its first read.
  private static func isolated<T>(_ reader: Database, _ body: () throws -> T) throws -> T {
    try reader.isolatedRead { reader in
      try reader.execute(sql: "SELECT 1 FROM sqlite_master LIMIT 1")
      return try body()
    }
  }

  /// Makes the empty file, so that SQLite neither chooses its permissions nor follows a link.
  private static func create(_ path: String) throws {
    do throws(SystemFailure) {
      try Files.create(path, for: .owner)
    } catch {
      let code: ResultCode =
        error.isNoSpace
        ? .SQLITE_FULL
        : error.isOfDisk || error.isTooManyFiles ? .SQLITE_IOERR : .SQLITE_CANTOPEN
      throw DatabaseError(resultCode: code, message: "\(path): \(error)")
    }
  }

  /// Brings a closed file and its name to the disk.
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
