import CSQLite3
internal import MigratorPlatform

extension Database {
  /// Whether a commit that failed so may be found done all the same.
  ///
  /// It may not while a journal holds what was there: whoever opens the file next takes back what was written.
  /// Reading and locking come before a commit writes. Of other failures the code tells only where the journal
  /// is deleted whether that was before or after: a journal that is cut, or the `-wal`, is synced as the
  /// database is.
  /// Source: `sqlite3PagerCommitPhaseTwo` in SQLite's pager.c, `sqlite3WalFrames` in its wal.c.
  func leavesInDoubt(_ code: ResultCode) -> Bool {
    // Nobody opens a copy to try on that failed.
    guard configuration.purpose != .scratch, code.primaryResultCode == .SQLITE_IOERR, !holdsJournal
    else { return false }
    return code.leavesInDoubt(journalMode: ignoringCancellation { try? endingJournalMode() })
  }

  /// The journal mode, `nil` where the journal is kept although the mode says that it is deleted.
  private func endingJournalMode() throws -> String? {
    let isKept = try String.fetchOne(self, sql: "PRAGMA locking_mode") == "exclusive"
    return isKept ? nil : try journalMode()
  }

  /// Whether there is a journal that was not used to its end: then it is gone, empty or begins with zeros.
  ///
  /// Source: <https://www.sqlite.org/fileformat2.html#rollbackjournal>, whose magic begins with `d9`.
  private var holdsJournal: Bool {
    guard let path = sqlite3_db_filename(connection, "main").map({ String(cString: $0) }) else {
      return false
    }
    return Files.head(of: path + "-journal", limit: 1) == [0xd9]
  }

  /// The error of what commits by itself or of a transaction, once more is known.
  ///
  /// What of its commit stands in the `-wal` is gone where that can be emptied, for which nobody is waited. Of
  /// several files one may be done by then.
  ///
  /// > SQLITE_CHECKPOINT_TRUNCATE: works the same way as SQLITE_CHECKPOINT_RESTART with the addition that it
  /// > also truncates the log file to zero bytes just prior to a successful return.
  package func settled(_ error: any Error) -> any Error {
    guard error.isInDoubt, error.displacement == nil, !isInsideTransaction else { return error }
    waitsForNobody = true
    defer { waitsForNobody = false }
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
  /// Whether a commit that failed with the code may be found done all the same.
  ///
  /// - Parameter journalMode: That of the database, or `nil` where it is not known.
  /// - Returns: Whether it may.
  package func leavesInDoubt(journalMode: String?) -> Bool {
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
