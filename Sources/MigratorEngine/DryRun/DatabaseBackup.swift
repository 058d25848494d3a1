public import MigratorSQLite

/// Copies of a database that are kept.
public enum DatabaseBackup {
  /// Copies a database, consistent with its `-wal` file, and waits until the copy is on the disk.
  ///
  /// The copy grows under the name `TARGET.partial-PID` and gets its own only when it is whole:
  /// whatever stops the process, a file that is called a backup is one.
  ///
  /// - Parameters:
  ///   - path: The database file, which is only read.
  ///   - target: The copy; must not exist. Nobody but this user can read it.
  ///   - cancellation: Stops the copy, which is removed.
  ///   - onEvent: Receives ``MigrationEvent/copying(doneBytes:totalBytes:)``.
  /// - Returns: The size of the copy in bytes.
  /// - Throws: `OpenFailure`, `DatabaseError`; ``MigrationError`` when there is too little space.
  @discardableResult
  public static func make(
    path: String, to target: String, cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> Int64 {
    guard SystemCalls.size(of: target) == nil else {
      throw taken(target)
    }
    let inspection = try DatabaseInspection(path: path)
    let needed = try inspection.byteCount()
    try inspection.close()
    let folder = SystemCalls.folder(of: target)
    if let available = SystemCalls.freeSpace(in: folder), available < needed {
      throw MigrationError(
        .notEnoughSpace(folder: folder, needed: needed, available: available))
    }
    let partial = "\(target).partial-\(SystemCalls.processIdentifier)"
    // What an earlier process of this number left when it was killed is worth nothing.
    DatabaseCopy.remove(partial)
    let bytes = try DatabaseCopy.copy(
      from: path, to: partial, durability: .kept, cancellation: cancellation
    ) { done, total in onEvent(.copying(doneBytes: done, totalBytes: total)) }
    do {
      guard try SystemCalls.rename(partial, toNew: target) else { throw taken(target) }
    } catch {
      DatabaseCopy.remove(partial)
      throw error
    }
    return bytes
  }

  private static func taken(_ target: String) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_CANTOPEN, message: "\(target) is there already; no backup was made")
  }
}
