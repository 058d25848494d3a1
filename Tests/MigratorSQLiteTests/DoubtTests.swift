import MigratorSQLite
import Testing

/// Which failures of a commit leave open whether it is done; the torture tries them on real files.
@Suite(.timeLimit(.minutes(15)))
struct DoubtTests {
  @Test(arguments: [
    (ResultCode.SQLITE_IOERR_READ, false, false), (.SQLITE_IOERR_SHORT_READ, false, false),
    (.SQLITE_IOERR_LOCK, false, false), (.SQLITE_IOERR_SHMLOCK, false, false),
    // The database is synced before the journal is deleted; a log may stand whole without.
    (.SQLITE_IOERR_FSYNC, false, true), (.SQLITE_IOERR_WRITE, false, true),
    (.SQLITE_IOERR_SHMMAP, false, true),
    // After the journal is deleted.
    (.SQLITE_IOERR_FSTAT, true, true), (.SQLITE_IOERR_TRUNCATE, true, true),
    (.SQLITE_IOERR_DIR_FSYNC, true, true), (.SQLITE_IOERR_UNLOCK, true, true),
    // Nothing was written to its end.
    (.SQLITE_FULL, false, false), (.SQLITE_BUSY, false, false), (.SQLITE_INTERRUPT, false, false),
  ])
  func `a code tells whether a commit may be done`(
    code: ResultCode, withJournal: Bool, withLog: Bool
  ) {
    #expect(code.leavesInDoubt(journalMode: "delete") == withJournal)
    #expect(code.leavesInDoubt(journalMode: "wal") == withLog)
    #expect(code.leavesInDoubt(journalMode: nil) == withLog)
  }
}
