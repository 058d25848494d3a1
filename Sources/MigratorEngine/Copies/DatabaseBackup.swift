public import MigratorSQLite
internal import MigratorPlatform

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
    try DatabaseInspection.inspect(path: path) {
      try make(of: $0, to: target, cancellation: cancellation, onEvent: onEvent)
    }
  }

  /// Copies a database that is open to be looked at, as the other does.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - target: The copy; must not exist. Nobody but this user can read it.
  ///   - cancellation: Stops the copy, which is removed.
  ///   - onEvent: Receives ``MigrationEvent/copying(doneBytes:totalBytes:)``.
  /// - Returns: The size of the copy in bytes.
  /// - Throws: As the other.
  @discardableResult
  public static func make(
    of inspection: DatabaseInspection, to target: String, cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> Int64 {
    guard !Files.isTaken(target) else { throw taken(target) }
    let needed = try inspection.byteCount()
    let folder = Paths.folder(of: target)
    if let available = Files.freeSpace(in: folder), available < needed {
      throw MigrationError(
        .notEnoughSpace(folder: folder, needed: needed, available: available))
    }
    let partial = "\(target).partial-\(Environment.processIdentifier)"
    // What an earlier process of this number left when it was killed is worth nothing.
    DatabaseCopy.remove(partial)
    let scratch = ScratchFiles(DatabaseCopy.files(of: partial))
    defer { withExtendedLifetime(scratch) {} }
    let bytes = try inspection.copy(
      to: partial, durability: .kept, cancellation: cancellation, onEvent: onEvent)
    do throws(SystemFailure) {
      try Files.rename(partial, toNew: target)
    } catch {
      DatabaseCopy.remove(partial)
      guard !error.isTaken else { throw taken(target) }
      throw MigrationError(.file(path: target, action: "name the backup", errno: error.code))
    }
    return bytes
  }

  private static func taken(_ target: String) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_CANTOPEN, message: "\(target) is there already; no backup was made")
  }
}
