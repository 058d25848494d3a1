internal import MigratorPlatform
internal import MigratorSQLite

/// A lock for a migration that runs outside a transaction.
///
/// Between its statements, no SQLite lock is held. If the ledger does not record that a migration
/// began, a second process could run it as well. A lock on the database's folder prevents that; it
/// is released when the process ends, at the latest. SQLite's exclusive locking mode would block
/// all readers in WAL mode, including those of the app's own pool.
struct MigrationFolderLock {
  /// Held for the lifetime of the value.
  ///
  /// `nil` for an in-memory database, and on file systems without such locks.
  private let lock: FolderLock?

  /// Waits as long as the connection waits for SQLite locks.
  ///
  /// Throws SQLITE_BUSY if another process still holds the lock.
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
