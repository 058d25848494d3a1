import CSQLite3

extension Database {
  /// How far a checkpoint copies the `-wal` file into the database.
  /// - Source: <https://www.sqlite.org/c3ref/wal_checkpoint_v2.html>
  public enum CheckpointMode: CInt, Sendable, Hashable {
    /// Copies as much as possible without waiting for other connections.
    case passive = 0
    /// Waits for writers and for readers of older snapshots, and copies all frames.
    case full = 1
    /// Like ``full``, and the next writer restarts the `-wal` from its beginning.
    case restart = 2
    /// Like ``restart``, and the `-wal` is truncated to zero bytes.
    case truncate = 3
  }

  /// Copies the `-wal` file into the database.
  ///
  /// - Parameters:
  ///   - kind: The mode.
  ///   - dbName: The schema name, or `nil` for all databases.
  /// - Returns: The number of frames in the `-wal` file and the number of checkpointed frames; both
  ///   are -1 outside WAL mode.
  /// - Throws: ``DatabaseError``; SQLITE_BUSY if other connections prevent the checkpoint.
  @discardableResult
  public func checkpoint(
    _ kind: CheckpointMode = .passive, on dbName: String? = "main"
  ) throws -> (walFrameCount: Int, checkpointedFrameCount: Int) {
    try failure.check()
    var (frames, moved): (CInt, CInt) = (-1, -1)
    try check(sqlite3_wal_checkpoint_v2(connection, dbName, kind.rawValue, &frames, &moved))
    return (Int(frames), Int(moved))
  }

  /// Replaces the content of another connection's database with this database.
  ///
  /// - Parameters:
  ///   - destination: The other connection, in a write access.
  ///   - pagesPerStep: The number of pages copied between two calls of `progress`; -1 for all.
  ///   - progress: Called after each step. If it throws before the copy is complete, the copy ends
  ///     and the other database is unchanged.
  /// - Throws: ``DatabaseError``; errors thrown by `progress`.
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
        // A completed copy cannot be undone.
        if report.isCompleted { try? progress?(report) } else { try progress?(report) }
      } while code != SQLITE_DONE
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    try destination.check(sqlite3_backup_finish(backup))
  }
}

/// The progress of a backup.
public struct DatabaseBackupProgress: Sendable, Hashable {
  /// The number of pages still to be copied.
  public let remainingPageCount: Int
  /// The number of pages of the database.
  public let totalPageCount: Int
  /// True if the copy is complete.
  public let isCompleted: Bool

  /// The number of copied pages.
  public var completedPageCount: Int { totalPageCount - remainingPageCount }
}

extension DatabaseReader {
  /// Replaces the content of another database with this database.
  ///
  /// - Parameters:
  ///   - writer: The other database.
  ///   - pagesPerStep: The number of pages copied between two calls of `progress`; -1 for all.
  ///   - progress: Called after each step. If it throws before the copy is complete, the copy ends.
  /// - Throws: ``DatabaseError``; errors thrown by `progress`.
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
  /// Rebuilds the file without unused space.
  ///
  /// - Throws: ``DatabaseError``.
  /// - Source: <https://www.sqlite.org/lang_vacuum.html>
  public func vacuum() throws {
    try writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
  }

  /// Writes the database into a new file without unused space.
  ///
  /// - Parameter filePath: The file; it must be missing or empty.
  /// - Throws: ``DatabaseError``.
  public func vacuum(into filePath: String) throws {
    try writeWithoutTransaction {
      try $0.execute(sql: "VACUUM INTO ?", arguments: [filePath])
    }
  }
}
