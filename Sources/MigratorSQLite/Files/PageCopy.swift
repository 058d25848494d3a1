import CSQLite3

/// An error for a source that other connections changed too often during a copy.
///
/// The source has a rollback journal, and a consistent copy would block writers for too long.
public struct SourceChangedError: Error, Hashable {}

/// Copies the pages of a database to an empty one with SQLite's online backup.
///
/// Source: <https://www.sqlite.org/backup.html>.
struct PageCopy {
  private let reader: Database
  private let writer: Database
  private let cancellation: Cancellation?
  private let progress: (_ done: Int64, _ total: Int64) -> Void

  /// The number of pages copied under one lock.
  ///
  /// This takes a few milliseconds, after which a waiting writer can proceed.
  private static let pagesPerStep: Int32 = 1024
  /// The maximum time for which a copy may block writers that keep disturbing it.
  private static let lockLimit = Duration.milliseconds(250)
  private static let restartLimit = 4

  static var cancelled: DatabaseError {
    DatabaseError(resultCode: .SQLITE_INTERRUPT, message: "the copy was cancelled")
  }

  /// Creates a copy; the target must be empty.
  init(
    from reader: Database, to writer: Database, cancellation: Cancellation?,
    progress: @escaping (_ done: Int64, _ total: Int64) -> Void
  ) {
    self.reader = reader
    self.writer = writer
    self.cancellation = cancellation
    self.progress = progress
  }

  /// Copies everything under the lock of the caller's read transaction.
  func run() throws {
    _ = try forEachStep { _ in true }
  }

  /// Copies everything, without a lock between two steps.
  ///
  /// > If the source database is modified by an external process or via a database connection other
  /// > than the one being used by the backup operation, then the backup will be automatically
  /// > restarted by the next call to sqlite3_backup_step().
  /// <https://www.sqlite.org/c3ref/backup_finish.html>
  ///
  /// If other connections write too often, returns `false` if the copy is short or must succeed, so
  /// that the caller must use ``run()`` instead. Otherwise, throws ``SourceChangedError``.
  func runIncrementally(mustSucceed: Bool) throws -> Bool {
    var restarts = 0
    var donePages: Int32 = 0
    // The time of the fastest step: slower ones may have waited for a lock.
    var timePerPage = Duration.seconds(1)
    return try forEachStep { step in
      let isRestarted = step.donePages <= donePages
      let copied = isRestarted ? step.donePages : step.donePages - donePages
      timePerPage = min(timePerPage, step.time / Int(max(1, copied)))
      donePages = step.donePages
      guard isRestarted else { return true }
      restarts += 1
      if timePerPage * Int(step.pages) <= Self.lockLimit { return false }
      if restarts < Self.restartLimit { return true }
      if mustSucceed { return false }
      throw SourceChangedError()
    }
  }

  private struct Step {
    let donePages: Int32
    let pages: Int32
    let time: Duration
  }

  /// Copies in steps; returns false if the closure stopped the copy.
  private func forEachStep(_ shouldContinue: (Step) throws -> Bool) throws -> Bool {
    let pageSize: Int64 = try reader.get(pragma: "page_size") ?? 4096
    guard
      let backup = sqlite3_backup_init(writer.connection, "main", reader.connection, "main")
    else { throw writer.lastError(sqlite3_extended_errcode(writer.connection)) }
    var code = SQLITE_OK
    do {
      repeat {
        if cancellation?.isCancelled == true { throw Self.cancelled }
        let start = ContinuousClock.now
        code = sqlite3_backup_step(backup, Self.pagesPerStep)
        let pages = sqlite3_backup_pagecount(backup)
        let done = pages - sqlite3_backup_remaining(backup)
        progress(Int64(done) * pageSize, Int64(pages) * pageSize)
        if code == SQLITE_OK,
          try !shouldContinue(
            Step(donePages: done, pages: pages, time: ContinuousClock.now - start))
        {
          _ = sqlite3_backup_finish(backup)
          return false
        }
      } while code == SQLITE_OK
    } catch {
      _ = sqlite3_backup_finish(backup)
      throw error
    }
    let finished = sqlite3_backup_finish(backup)
    if code != SQLITE_DONE { throw writer.lastError(code) }
    try writer.check(finished)
    return true
  }
}
