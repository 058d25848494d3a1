public import MigratorSQLite

/// Copies of a database that are kept.
public enum DatabaseBackup {
  /// Copies a database, consistent with its `-wal` file, and waits until the copy is on the disk.
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
    let inspection = try DatabaseInspection(path: path)
    let needed = try inspection.byteCount()
    try inspection.close()
    let folder = SystemCalls.folder(of: target)
    if let available = SystemCalls.freeSpace(in: folder), available < needed {
      throw MigrationError(
        .notEnoughSpace(folder: folder, needed: needed, available: available))
    }
    return try DatabaseCopy.copy(
      from: path, to: target, durability: .kept, cancellation: cancellation
    ) { done, total in onEvent(.copying(doneBytes: done, totalBytes: total)) }
  }
}
