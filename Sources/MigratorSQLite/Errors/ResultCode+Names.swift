/// A type that provides names for SQLite's result codes.
///
/// Both `catch ResultCode.SQLITE_CONSTRAINT` and `catch DatabaseError.SQLITE_CONSTRAINT` work.
public protocol ResultCodeNames {}

extension ResultCode: ResultCodeNames {}
extension DatabaseError: ResultCodeNames {}

// The names and numbers of <https://www.sqlite.org/rescode.html>, spelled as in `sqlite3.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
extension ResultCodeNames {
  // Primary result codes.

  /// Successful result.
  public static var SQLITE_OK: ResultCode { ResultCode(rawValue: 0) }
  /// Generic error.
  public static var SQLITE_ERROR: ResultCode { ResultCode(rawValue: 1) }
  /// Internal logic error in SQLite.
  public static var SQLITE_INTERNAL: ResultCode { ResultCode(rawValue: 2) }
  /// Access permission denied.
  public static var SQLITE_PERM: ResultCode { ResultCode(rawValue: 3) }
  /// Callback routine requested an abort.
  public static var SQLITE_ABORT: ResultCode { ResultCode(rawValue: 4) }
  /// The database file is locked.
  public static var SQLITE_BUSY: ResultCode { ResultCode(rawValue: 5) }
  /// A table in the database is locked.
  public static var SQLITE_LOCKED: ResultCode { ResultCode(rawValue: 6) }
  /// A malloc() failed.
  public static var SQLITE_NOMEM: ResultCode { ResultCode(rawValue: 7) }
  /// Attempt to write a readonly database.
  public static var SQLITE_READONLY: ResultCode { ResultCode(rawValue: 8) }
  /// Operation terminated by sqlite3_interrupt().
  public static var SQLITE_INTERRUPT: ResultCode { ResultCode(rawValue: 9) }
  /// Some kind of disk I/O error occurred.
  public static var SQLITE_IOERR: ResultCode { ResultCode(rawValue: 10) }
  /// The database disk image is malformed.
  public static var SQLITE_CORRUPT: ResultCode { ResultCode(rawValue: 11) }
  /// Unknown opcode in sqlite3_file_control().
  public static var SQLITE_NOTFOUND: ResultCode { ResultCode(rawValue: 12) }
  /// Insertion failed because database is full.
  public static var SQLITE_FULL: ResultCode { ResultCode(rawValue: 13) }
  /// Unable to open the database file.
  public static var SQLITE_CANTOPEN: ResultCode { ResultCode(rawValue: 14) }
  /// Database lock protocol error.
  public static var SQLITE_PROTOCOL: ResultCode { ResultCode(rawValue: 15) }
  /// Internal use only.
  public static var SQLITE_EMPTY: ResultCode { ResultCode(rawValue: 16) }
  /// The database schema changed.
  public static var SQLITE_SCHEMA: ResultCode { ResultCode(rawValue: 17) }
  /// String or BLOB exceeds size limit.
  public static var SQLITE_TOOBIG: ResultCode { ResultCode(rawValue: 18) }
  /// Abort due to constraint violation.
  public static var SQLITE_CONSTRAINT: ResultCode { ResultCode(rawValue: 19) }
  /// Data type mismatch.
  public static var SQLITE_MISMATCH: ResultCode { ResultCode(rawValue: 20) }
  /// Library used incorrectly.
  public static var SQLITE_MISUSE: ResultCode { ResultCode(rawValue: 21) }
  /// Uses OS features not supported on host.
  public static var SQLITE_NOLFS: ResultCode { ResultCode(rawValue: 22) }
  /// Authorization denied.
  public static var SQLITE_AUTH: ResultCode { ResultCode(rawValue: 23) }
  /// Not used.
  public static var SQLITE_FORMAT: ResultCode { ResultCode(rawValue: 24) }
  /// 2nd parameter to sqlite3_bind out of range.
  public static var SQLITE_RANGE: ResultCode { ResultCode(rawValue: 25) }
  /// File opened that is not a database file.
  public static var SQLITE_NOTADB: ResultCode { ResultCode(rawValue: 26) }
  /// Notifications from sqlite3_log().
  public static var SQLITE_NOTICE: ResultCode { ResultCode(rawValue: 27) }
  /// Warnings from sqlite3_log().
  public static var SQLITE_WARNING: ResultCode { ResultCode(rawValue: 28) }
  /// sqlite3_step() has another row ready.
  public static var SQLITE_ROW: ResultCode { ResultCode(rawValue: 100) }
  /// sqlite3_step() has finished executing.
  public static var SQLITE_DONE: ResultCode { ResultCode(rawValue: 101) }

  // Extended result codes.

  /// An extended code of ``SQLITE_ERROR``.
  public static var SQLITE_ERROR_MISSING_COLLSEQ: ResultCode { ResultCode(rawValue: 257) }
  /// An extended code of ``SQLITE_ERROR``.
  public static var SQLITE_ERROR_RETRY: ResultCode { ResultCode(rawValue: 513) }
  /// An extended code of ``SQLITE_ERROR``.
  public static var SQLITE_ERROR_SNAPSHOT: ResultCode { ResultCode(rawValue: 769) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_READ: ResultCode { ResultCode(rawValue: 266) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_SHORT_READ: ResultCode { ResultCode(rawValue: 522) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_WRITE: ResultCode { ResultCode(rawValue: 778) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_FSYNC: ResultCode { ResultCode(rawValue: 1034) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_DIR_FSYNC: ResultCode { ResultCode(rawValue: 1290) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_TRUNCATE: ResultCode { ResultCode(rawValue: 1546) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_FSTAT: ResultCode { ResultCode(rawValue: 1802) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_UNLOCK: ResultCode { ResultCode(rawValue: 2058) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_RDLOCK: ResultCode { ResultCode(rawValue: 2314) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_DELETE: ResultCode { ResultCode(rawValue: 2570) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_BLOCKED: ResultCode { ResultCode(rawValue: 2826) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_NOMEM: ResultCode { ResultCode(rawValue: 3082) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_ACCESS: ResultCode { ResultCode(rawValue: 3338) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_CHECKRESERVEDLOCK: ResultCode { ResultCode(rawValue: 3594) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_LOCK: ResultCode { ResultCode(rawValue: 3850) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_CLOSE: ResultCode { ResultCode(rawValue: 4106) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_DIR_CLOSE: ResultCode { ResultCode(rawValue: 4362) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_SHMOPEN: ResultCode { ResultCode(rawValue: 4618) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_SHMSIZE: ResultCode { ResultCode(rawValue: 4874) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_SHMLOCK: ResultCode { ResultCode(rawValue: 5130) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_SHMMAP: ResultCode { ResultCode(rawValue: 5386) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_SEEK: ResultCode { ResultCode(rawValue: 5642) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_DELETE_NOENT: ResultCode { ResultCode(rawValue: 5898) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_MMAP: ResultCode { ResultCode(rawValue: 6154) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_GETTEMPPATH: ResultCode { ResultCode(rawValue: 6410) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_CONVPATH: ResultCode { ResultCode(rawValue: 6666) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_VNODE: ResultCode { ResultCode(rawValue: 6922) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_AUTH: ResultCode { ResultCode(rawValue: 7178) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_BEGIN_ATOMIC: ResultCode { ResultCode(rawValue: 7434) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_COMMIT_ATOMIC: ResultCode { ResultCode(rawValue: 7690) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_ROLLBACK_ATOMIC: ResultCode { ResultCode(rawValue: 7946) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_DATA: ResultCode { ResultCode(rawValue: 8202) }
  /// An extended code of ``SQLITE_IOERR``.
  public static var SQLITE_IOERR_CORRUPTFS: ResultCode { ResultCode(rawValue: 8458) }
  /// An extended code of ``SQLITE_LOCKED``.
  public static var SQLITE_LOCKED_SHAREDCACHE: ResultCode { ResultCode(rawValue: 262) }
  /// An extended code of ``SQLITE_LOCKED``.
  public static var SQLITE_LOCKED_VTAB: ResultCode { ResultCode(rawValue: 518) }
  /// An extended code of ``SQLITE_BUSY``.
  public static var SQLITE_BUSY_RECOVERY: ResultCode { ResultCode(rawValue: 261) }
  /// An extended code of ``SQLITE_BUSY``.
  public static var SQLITE_BUSY_SNAPSHOT: ResultCode { ResultCode(rawValue: 517) }
  /// An extended code of ``SQLITE_BUSY``.
  public static var SQLITE_BUSY_TIMEOUT: ResultCode { ResultCode(rawValue: 773) }
  /// An extended code of ``SQLITE_CANTOPEN``.
  public static var SQLITE_CANTOPEN_NOTEMPDIR: ResultCode { ResultCode(rawValue: 270) }
  /// An extended code of ``SQLITE_CANTOPEN``.
  public static var SQLITE_CANTOPEN_ISDIR: ResultCode { ResultCode(rawValue: 526) }
  /// An extended code of ``SQLITE_CANTOPEN``.
  public static var SQLITE_CANTOPEN_FULLPATH: ResultCode { ResultCode(rawValue: 782) }
  /// An extended code of ``SQLITE_CANTOPEN``.
  public static var SQLITE_CANTOPEN_CONVPATH: ResultCode { ResultCode(rawValue: 1038) }
  /// An extended code of ``SQLITE_CANTOPEN``.
  public static var SQLITE_CANTOPEN_DIRTYWAL: ResultCode { ResultCode(rawValue: 1294) }
  /// An extended code of ``SQLITE_CANTOPEN``.
  public static var SQLITE_CANTOPEN_SYMLINK: ResultCode { ResultCode(rawValue: 1550) }
  /// An extended code of ``SQLITE_CORRUPT``.
  public static var SQLITE_CORRUPT_VTAB: ResultCode { ResultCode(rawValue: 267) }
  /// An extended code of ``SQLITE_CORRUPT``.
  public static var SQLITE_CORRUPT_SEQUENCE: ResultCode { ResultCode(rawValue: 523) }
  /// An extended code of ``SQLITE_CORRUPT``.
  public static var SQLITE_CORRUPT_INDEX: ResultCode { ResultCode(rawValue: 779) }
  /// An extended code of ``SQLITE_READONLY``.
  public static var SQLITE_READONLY_RECOVERY: ResultCode { ResultCode(rawValue: 264) }
  /// An extended code of ``SQLITE_READONLY``.
  public static var SQLITE_READONLY_CANTLOCK: ResultCode { ResultCode(rawValue: 520) }
  /// An extended code of ``SQLITE_READONLY``.
  public static var SQLITE_READONLY_ROLLBACK: ResultCode { ResultCode(rawValue: 776) }
  /// An extended code of ``SQLITE_READONLY``.
  public static var SQLITE_READONLY_DBMOVED: ResultCode { ResultCode(rawValue: 1032) }
  /// An extended code of ``SQLITE_READONLY``.
  public static var SQLITE_READONLY_CANTINIT: ResultCode { ResultCode(rawValue: 1288) }
  /// An extended code of ``SQLITE_READONLY``.
  public static var SQLITE_READONLY_DIRECTORY: ResultCode { ResultCode(rawValue: 1544) }
  /// An extended code of ``SQLITE_ABORT``.
  public static var SQLITE_ABORT_ROLLBACK: ResultCode { ResultCode(rawValue: 516) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_CHECK: ResultCode { ResultCode(rawValue: 275) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_COMMITHOOK: ResultCode { ResultCode(rawValue: 531) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_FOREIGNKEY: ResultCode { ResultCode(rawValue: 787) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_FUNCTION: ResultCode { ResultCode(rawValue: 1043) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_NOTNULL: ResultCode { ResultCode(rawValue: 1299) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_PRIMARYKEY: ResultCode { ResultCode(rawValue: 1555) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_TRIGGER: ResultCode { ResultCode(rawValue: 1811) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_UNIQUE: ResultCode { ResultCode(rawValue: 2067) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_VTAB: ResultCode { ResultCode(rawValue: 2323) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_ROWID: ResultCode { ResultCode(rawValue: 2579) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_PINNED: ResultCode { ResultCode(rawValue: 2835) }
  /// An extended code of ``SQLITE_CONSTRAINT``.
  public static var SQLITE_CONSTRAINT_DATATYPE: ResultCode { ResultCode(rawValue: 3091) }
  /// An extended code of ``SQLITE_NOTICE``.
  public static var SQLITE_NOTICE_RECOVER_WAL: ResultCode { ResultCode(rawValue: 283) }
  /// An extended code of ``SQLITE_NOTICE``.
  public static var SQLITE_NOTICE_RECOVER_ROLLBACK: ResultCode { ResultCode(rawValue: 539) }
  /// An extended code of ``SQLITE_WARNING``.
  public static var SQLITE_WARNING_AUTOINDEX: ResultCode { ResultCode(rawValue: 284) }
  /// An extended code of ``SQLITE_AUTH``.
  public static var SQLITE_AUTH_USER: ResultCode { ResultCode(rawValue: 279) }
  /// An extended code of ``SQLITE_OK``.
  public static var SQLITE_OK_LOAD_PERMANENTLY: ResultCode { ResultCode(rawValue: 256) }
  /// An extended code of ``SQLITE_OK``.
  public static var SQLITE_OK_SYMLINK: ResultCode { ResultCode(rawValue: 512) }
}
