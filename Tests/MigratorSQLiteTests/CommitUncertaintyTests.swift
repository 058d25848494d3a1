import MigratorSQLite
import Testing

/// The commit failures after which the transaction may be committed.
///
/// `make torture` tests them on real files.
struct CommitUncertaintyTests {
  @Test(arguments: [
    (ResultCode.SQLITE_IOERR_READ, false, false), (.SQLITE_IOERR_SHORT_READ, false, false),
    (.SQLITE_IOERR_LOCK, false, false), (.SQLITE_IOERR_SHMLOCK, false, false),
    // With a rollback journal, the database is synced before the journal is deleted. A WAL may be
    // complete without the sync.
    (.SQLITE_IOERR_FSYNC, false, true), (.SQLITE_IOERR_WRITE, false, true),
    (.SQLITE_IOERR_SHMMAP, false, true),
    // These can happen after the journal is deleted.
    (.SQLITE_IOERR_FSTAT, true, true), (.SQLITE_IOERR_TRUNCATE, true, true),
    (.SQLITE_IOERR_DIR_FSYNC, true, true), (.SQLITE_IOERR_UNLOCK, true, true),
    // The commit was not written completely.
    (.SQLITE_FULL, false, false), (.SQLITE_BUSY, false, false), (.SQLITE_INTERRUPT, false, false),
  ])
  func `a result code shows whether the commit may have succeeded`(
    code: ResultCode, withJournal: Bool, withLog: Bool
  ) {
    #expect(code.mayHaveCommitted(journalMode: "delete") == withJournal)
    #expect(code.mayHaveCommitted(journalMode: "wal") == withLog)
    #expect(code.mayHaveCommitted(journalMode: nil) == withLog)
  }
}
