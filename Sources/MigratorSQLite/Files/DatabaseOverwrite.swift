import CSQLite3

/// Puts the content of one database in the place of another's with SQLite's online backup, whole or not
/// at all.
///
/// All pages go into one transaction of the target: in rollback mode what it held waits in the journal,
/// in WAL mode what comes waits in the `-wal` file, until the commit. A process that is killed leaves
/// the one or the other content. Other connections see the change as that of any other writer; outside
/// WAL mode they are kept out meanwhile.
/// Source: <https://www.sqlite.org/c3ref/backup_finish.html>.
public enum DatabaseOverwrite {
  /// The pages between two looks at the cancellation.
  private static let pagesPerStep: Int32 = 1024

  /// Overwrites a database.
  ///
  /// > If the destination database is in WAL mode and its page size is not that of the source,
  /// > SQLITE_READONLY is returned.
  ///
  /// - Parameters:
  ///   - target: The connection to write to, outside a transaction. Nothing else may use it meanwhile.
  ///   - source: The connection to read from.
  ///   - cancellation: Stops it; what was written is rolled back.
  ///   - admit: Called once the lock is held under which the target is written, before anything is;
  ///     what it throws ends it. It must not use the target.
  ///   - progress: Called with the bytes written so far and in all.
  /// - Throws: ``DatabaseError``: SQLITE_BUSY when another connection keeps its lock for longer than is
  ///   waited, SQLITE_INTERRUPT when cancelled, SQLITE_NOTADB when the source is empty; what `admit`
  ///   throws. The target is as it was then, unless ``DatabaseError/isInDoubt`` is true.
  public static func run(
    _ target: Database, with source: Database, cancellation: Cancellation? = nil,
    admit: () throws -> Void, progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
  ) throws {
    try target.syncingDeletions {
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
    // The read transaction begins with the first read. An empty source would be taken at once.
    guard let pages: Int64 = try source.get(pragma: "page_count"), pages > 0,
      let pageSize: Int64 = try source.get(pragma: "page_size")
    else { throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "\(source.path) is empty") }
    guard
      let backup = sqlite3_backup_init(target.connection, "main", source.connection, "main")
    else { throw target.lastError(sqlite3_extended_errcode(target.connection)) }
    var failure: (any Error)?
    // No page, only the locks.
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
    // Where all pages are there, it is the commit that failed.
    let isWhole = hasBegun && sqlite3_backup_remaining(backup) == 0
    // Rolls back what is not done.
    let finished = sqlite3_backup_finish(backup)
    if let failure { throw failure }
    if code != SQLITE_DONE {
      var error = target.lastError(code)
      error.isInDoubt = isWhole && target.leavesInDoubt(error.extendedResultCode)
      throw target.settled(error)
    }
    try target.check(finished)
    try target.requireCommitted()
  }
}
