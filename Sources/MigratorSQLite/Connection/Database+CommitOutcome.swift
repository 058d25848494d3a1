import CSQLite3
internal import MigratorPlatform

extension Database {
  /// Returns true if a commit that failed with this code may still take effect.
  ///
  /// The commit cannot take effect while a journal holds the original pages: the next connection
  /// rolls it back. Reading and locking precede the writes of a commit. For other failures, the
  /// code shows whether they preceded the deletion of the journal only if the journal mode deletes
  /// it. A truncated journal and the `-wal` are synced like the database, with the same code.
  /// Source: `sqlite3PagerCommitPhaseTwo` in SQLite's pager.c, `sqlite3WalFrames` in its wal.c.
  func mayHaveCommitted(_ code: ResultCode) -> Bool {
    // A failed scratch copy is never reopened.
    guard configuration.purpose != .scratch, code.primaryResultCode == .SQLITE_IOERR, !holdsJournal
    else { return false }
    return code.mayHaveCommitted(journalMode: ignoringCancellation { try? endingJournalMode() })
  }

  /// Returns the journal mode, or `nil` if exclusive locking keeps the journal from being deleted.
  private func endingJournalMode() throws -> String? {
    let isKept = try String.fetchOne(self, sql: "PRAGMA locking_mode") == "exclusive"
    return isKept ? nil : try journalMode()
  }

  /// True if there is a journal that SQLite would roll back.
  ///
  /// After a commit, the journal is deleted, empty or begins with zeros.
  ///
  /// Source: <https://www.sqlite.org/fileformat2.html#rollbackjournal>, whose magic begins with
  /// `d9`.
  private var holdsJournal: Bool {
    guard let path = sqlite3_db_filename(connection, "main").map({ String(cString: $0) }) else {
      return false
    }
    return Files.head(of: path + "-journal", limit: 1) == [0xd9]
  }

  /// Returns the error of a commit, which is no longer in doubt if the commit is known to be lost.
  ///
  /// If the `-wal` can be truncated, no frame of the commit remains in it. This does not wait for
  /// locks. With attached databases, the error is unchanged, because one of the files may be
  /// committed.
  ///
  /// > SQLITE_CHECKPOINT_TRUNCATE: works the same way as SQLITE_CHECKPOINT_RESTART with the
  /// > addition that it also truncates the log file to zero bytes just prior to a successful
  /// > return.
  package func settled(_ error: any Error) -> any Error {
    guard error.isInDoubt, error.displacement == nil, !isInsideTransaction else { return error }
    ignoresBusyMode = true
    defer { ignoresBusyMode = false }
    guard ignoringCancellation({ (try? emptiesWAL()) ?? false }) else { return error }
    return error.withoutDoubt
  }

  private func emptiesWAL() throws -> Bool {
    let others = "SELECT 1 FROM pragma_database_list WHERE name NOT IN ('main', 'temp')"
    guard try journalMode() == "wal", try Int64.fetchOne(self, sql: others) == nil else {
      return false
    }
    try checkpoint(.truncate)
    return true
  }
}

extension ResultCode {
  /// Returns true if a commit that failed with this code may still take effect.
  ///
  /// - Parameter journalMode: The journal mode of the database, or `nil` if it is unknown.
  /// - Returns: `true` if the commit may take effect.
  package func mayHaveCommitted(journalMode: String?) -> Bool {
    guard primaryResultCode == .SQLITE_IOERR else { return false }
    switch self {
    case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_LOCK, .SQLITE_IOERR_SHMLOCK,
      .SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_CHECKRESERVEDLOCK, .SQLITE_IOERR_ACCESS,
      .SQLITE_IOERR_GETTEMPPATH:
      return false
    case .SQLITE_IOERR_FSTAT, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_UNLOCK, .SQLITE_IOERR_RDLOCK,
      .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_DIR_CLOSE, .SQLITE_IOERR_CLOSE,
      .SQLITE_IOERR_DELETE_NOENT:
      return true
    default: return journalMode != "delete"
    }
  }
}
