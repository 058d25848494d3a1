import CSQLite3

extension Database {
  /// How the `-wal` file is moved into the database.
  /// - Source: <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>
  public enum CheckpointMode: CInt, Sendable, Hashable {
    /// As far as nobody has to wait.
    case passive = 0
    /// All of it, after those that read older states.
    case full = 1
    /// And the next to write begins it anew.
    case restart = 2
    /// And it is empty afterwards.
    case truncate = 3
  }

  /// Moves the `-wal` file into the database.
  ///
  /// - Parameters:
  ///   - kind: How.
  ///   - dbName: The database, or `nil` for all that are attached.
  /// - Returns: The frames in the `-wal` file, and how many of them are in the database; both -1 outside WAL mode.
  /// - Throws: ``DatabaseError``; SQLITE_BUSY when others keep it from being done.
  @discardableResult
  public func checkpoint(
    _ kind: CheckpointMode = .passive, on dbName: String? = "main"
  ) throws -> (walFrameCount: Int, checkpointedFrameCount: Int) {
    try failure.check()
    var (frames, moved): (CInt, CInt) = (-1, -1)
    try check(sqlite3_wal_checkpoint_v2(connection, dbName, kind.rawValue, &frames, &moved))
    return (Int(frames), Int(moved))
  }

  /// Copies the database over that of another connection, which then has nothing else.
  ///
  /// - Parameters:
  ///   - destination: The other connection, in an access that writes.
  ///   - pagesPerStep: How many pages are copied between two calls of `progress`; -1 for all.
  ///   - progress: Called after each step; what it throws before the copy is whole ends it, and the other database is as
  ///     before.
  /// - Throws: ``DatabaseError``; the error of `progress`.
  /// - Source: <https://www.sqlite.org/backup.html>
  public func backup(
    to destination: Database, pagesPerStep: CInt = -1,
    progress: ((DatabaseBackupProgress) throws -> Void)? = nil
  ) throws {
    try failure.check()
    guard
      let backup = sqlite3_backup_init(destination.connection, "main", connection, "main")
    else {
      throw destination.lastError(sqlite3_extended_errcode(destination.connection))
    }
    do {
      var code: Int32
      repeat {
        code = sqlite3_backup_step(backup, pagesPerStep)
        guard code == SQLITE_OK || code == SQLITE_DONE else {
          throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
        let report = DatabaseBackupProgress(
          remainingPageCount: Int(sqlite3_backup_remaining(backup)),
          totalPageCount: Int(sqlite3_backup_pagecount(backup)), isCompleted: code == SQLITE_DONE)
        // Of a whole copy nothing can be taken back.
        if report.isCompleted { try? progress?(report) } else { try progress?(report) }
      } while code != SQLITE_DONE
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    try destination.check(sqlite3_backup_finish(backup))
  }
}

/// How far a copy of a database is.
public struct DatabaseBackupProgress: Sendable, Hashable {
  /// Pages that are still to be copied.
  public let remainingPageCount: Int
  /// Pages of the database.
  public let totalPageCount: Int
  /// Whether the copy is whole.
  public let isCompleted: Bool

  /// Pages that were copied.
  public var completedPageCount: Int { totalPageCount - remainingPageCount }
}

extension DatabaseReader {
  /// Copies the database over another one, which then has nothing else.
  ///
  /// - Parameters:
  ///   - writer: The other database.
  ///   - pagesPerStep: How many pages are copied between two calls of `progress`; -1 for all.
  ///   - progress: Called after each step; what it throws before the copy is whole ends it.
  /// - Throws: ``DatabaseError``; the error of `progress`.
  public func backup(
    to writer: any DatabaseWriter, pagesPerStep: CInt = -1,
    progress: ((DatabaseBackupProgress) throws -> Void)? = nil
  ) throws {
    try writer.barrierWriteWithoutTransaction { destination in
      try read { try $0.backup(to: destination, pagesPerStep: pagesPerStep, progress: progress) }
    }
  }
}

extension DatabaseWriter {
  /// Rewrites the file without the room that nothing uses.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Source: <https://www.sqlite.org/lang_vacuum.html>
  public func vacuum() throws {
    try writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
  }

  /// Writes the database into a new file, without the room that nothing uses.
  ///
  /// - Parameter filePath: The file; it must be missing or empty.
  /// - Throws: ``DatabaseError``.
  public func vacuum(into filePath: String) throws {
    try writeWithoutTransaction {
      try $0.execute(sql: "VACUUM INTO ?", arguments: [filePath])
    }
  }
}
