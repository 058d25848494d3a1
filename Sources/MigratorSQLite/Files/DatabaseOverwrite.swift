import CSQLite3

/// Replaces the content of a database with another's through SQLite's online backup, atomically.
///
/// All pages are written in one transaction of the target. Until the commit, the journal keeps the
/// old content in rollback mode, and the `-wal` file the new content in WAL mode. If the process is
/// killed, the target has either the old or the new content. For other connections, it is a write
/// like any other; outside WAL mode, they are blocked meanwhile. Source:
/// <https://www.sqlite.org/c3ref/backup_finish.html>.
public enum DatabaseOverwrite {
  /// The number of pages between two checks for cancellation.
  private static let pagesPerStep: Int32 = 1024

  /// Overwrites a database.
  ///
  /// > If the destination database is in WAL mode and its page size is not that of the source,
  /// > SQLITE_READONLY is returned.
  ///
  /// - Parameters:
  ///   - target: The connection to write to, outside a transaction. No other code may use it
  ///     meanwhile.
  ///   - source: The connection to read from.
  ///   - cancellation: Stops the operation and rolls back.
  ///   - admit: Called when the write lock on the target is held, before any write. If it throws,
  ///     the operation ends. It must not use the target.
  ///   - progress: Called with the bytes written so far and the total.
  /// - Throws: ``DatabaseError``: SQLITE_BUSY if another connection holds its lock longer than the
  ///   busy mode allows, SQLITE_INTERRUPT if cancelled, SQLITE_NOTADB if the source is empty;
  ///   errors thrown by `admit`. The target is then unchanged, unless ``DatabaseError/isInDoubt``
  ///   is true.
  public static func run(
    _ target: Database, with source: Database, cancellation: Cancellation? = nil,
    admit: () throws -> Void, progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
  ) throws {
    try target.withExtraSynchronous {
      try source.isolatedRead { source in
        try overwrite(target, source, cancellation, admit, progress)
      }
    }
  }

  private static func overwrite(
    _ target: Database, _ source: Database, _ cancellation: Cancellation?,
    _ admit: () throws -> Void,
    _ progress: (_ done: Int64, _ total: Int64) -> Void
  ) throws {
    // The read transaction begins with this read. The backup of an empty source would complete at
    // once.
    guard let pages: Int64 = try source.get(pragma: "page_count"), pages > 0,
      let pageSize: Int64 = try source.get(pragma: "page_size")
    else { throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "\(source.path) is empty") }
    guard
      let backup = sqlite3_backup_init(target.connection, "main", source.connection, "main")
    else { throw target.lastError(sqlite3_extended_errcode(target.connection)) }
    var failure: (any Error)?
    // Acquires the locks without copying a page.
    var code = target.waitingForLocks { sqlite3_backup_step(backup, 0) }
    let hasBegun = code == SQLITE_OK
    if hasBegun {
      do {
        try admit()
      } catch {
        failure = error
      }
    }
    while failure == nil, code == SQLITE_OK {
      if cancellation?.isCancelled == true {
        failure = DatabaseError(resultCode: .SQLITE_INTERRUPT, message: "it was cancelled")
        break
      }
      // The last step commits.
      do { try target.requireInPlace() } catch {
        failure = error
        break
      }
      code = sqlite3_backup_step(backup, pagesPerStep)
      let done = pages - Int64(sqlite3_backup_remaining(backup))
      progress(done * pageSize, pages * pageSize)
    }
    // If all pages are copied, the commit failed.
    let isWhole = hasBegun && sqlite3_backup_remaining(backup) == 0
    // Rolls back an incomplete backup.
    let finished = sqlite3_backup_finish(backup)
    if let failure { throw failure }
    if code != SQLITE_DONE {
      var error = target.lastError(code)
      error.isInDoubt = isWhole && target.mayHaveCommitted(error.extendedResultCode)
      throw target.settled(error)
    }
    try target.check(finished)
    try target.requireCommitted()
  }
}
