internal import MigratorPlatform
internal import MigratorSQLite

/// The turn of a migration that no transaction holds together.
///
/// Between its statements the file is free, so that no lock of SQLite keeps a second process from running
/// the same one, where the ledger of its tool has no sign of a beginning. A lock on the folder of the
/// database does, until the end of the process that holds it: SQLite's own exclusive locking mode would
/// shut out every reader in WAL mode, the readers of one's own pool included.
struct StepTurn {
  /// Held as long as the value; `nil` for a database in memory, and on file systems without such locks.
  private let lock: FolderLock?

  /// Waits as long as the connection waits for locks of SQLite; throws SQLITE_BUSY when another
  /// process has its turn still.
  init(_ db: Database, cancellation: Cancellation?) throws {
    let file = try String.fetchOne(
      db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
    guard let file, !file.isEmpty else {
      lock = nil
      return
    }
    let folder = Paths.folder(of: file)
    for attempt in 0... {
      do throws(SystemFailure) {
        if let lock = try FolderLock.attempt(folder) {
          self.lock = lock
          return
        }
      } catch {
        lock = nil
        return
      }
      guard db.waitForLock(attempt: attempt) else { break }
    }
    try cancellation?.check()
    throw DatabaseError(
      resultCode: .SQLITE_BUSY, message: "another process runs a migration outside a transaction")
  }
}
