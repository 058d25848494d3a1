public import MigratorSQLite
internal import MigratorPlatform

/// Creates, opens and restores backups of a database.
public enum DatabaseBackup {
  /// Copies a database, including the content of its `-wal` file, and syncs the copy to disk.
  ///
  /// The copy is named `TARGET.partial-PID` until it is complete and verified, so a killed process
  /// leaves no incomplete file under the name of a backup.
  ///
  /// - Parameters:
  ///   - path: The database file, which is only read.
  ///   - target: The path of the copy; must not exist. Only the current user can read the copy.
  ///   - configuration: How to open both files. The copy of an encrypted database has the same key.
  ///   - cancellation: Stops the copy and removes it.
  ///   - onEvent: Receives ``MigrationEvent/copying(doneBytes:totalBytes:)``.
  /// - Returns: The size of the copy in bytes.
  /// - Throws: `DatabaseError`. ``MigrationError`` if there is too little space or the copy is
  ///   damaged.
  @discardableResult
  public static func make(
    path: String, to target: String, configuration: Configuration? = nil,
    cancellation: Cancellation? = nil, onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> Int64 {
    try DatabaseInspection.inspect(path: path, configuration: configuration) {
      try make(
        of: $0, to: target, configuration: configuration, cancellation: cancellation,
        onEvent: onEvent)
    }
  }

  /// Copies a database that is open for inspection.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - target: The path of the copy; must not exist. Only the current user can read the copy.
  ///   - configuration: How to open the copy to read it.
  ///   - checksForDamage: `true` to check the copy and to discard it if pages are damaged.
  ///   - cancellation: Stops the copy and removes it.
  ///   - onEvent: Receives ``MigrationEvent/copying(doneBytes:totalBytes:)``.
  ///   - verify: Inspects the copy after the damage check. If it throws, the copy is removed.
  /// - Returns: The size of the copy in bytes.
  /// - Throws: `DatabaseError`, ``MigrationError``, or the error of `verify`.
  /// - Complexity: Reads the database once and the copy once.
  @discardableResult
  public static func make(
    of inspection: DatabaseInspection, to target: String, configuration: Configuration? = nil,
    checksForDamage: Bool = true, cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in },
    verifying verify: (DatabaseInspection) throws -> Void = { _ in }
  ) throws -> Int64 {
    guard !Files.isTaken(target) else { throw taken(target) }
    let needed = try inspection.byteCount()
    let folder = Paths.folder(of: target)
    if let available = Files.freeSpace(in: folder), available < needed {
      throw MigrationError(
        .notEnoughSpace(folder: folder, needed: needed, available: available))
    }
    let partial = "\(target).partial-\(Environment.processIdentifier)"
    // Remove the partial file of a killed process that had the same process ID.
    DatabaseCopy.remove(partial)
    let scratch = ScratchFiles(DatabaseCopy.files(of: partial))
    defer { withExtendedLifetime(scratch) {} }
    let copied = try inspection.copy(
      to: partial, durability: .kept, cancellation: cancellation, onEvent: onEvent)
    do {
      try inspect(partial, configuration) { copy in
        if checksForDamage { try copy.checkForDamage(cancellation: cancellation) }
        try verify(copy)
      }
    } catch {
      DatabaseCopy.remove(partial)
      throw error
    }
    do throws(SystemFailure) {
      try Files.rename(partial, toNew: target)
    } catch {
      DatabaseCopy.remove(partial)
      guard !error.isTaken else { throw taken(target) }
      throw MigrationError(.file(path: target, action: "create the backup", errno: error.code))
    }
    return copied.byteCount
  }

  /// Opens a backup for inspection.
  ///
  /// Reads the backup without locks and creates no file next to it, unless a journal or `-wal` file
  /// already exists.
  ///
  /// - Parameters:
  ///   - path: The backup.
  ///   - configuration: Functions, collations and extensions that the schema needs.
  ///   - body: Reads the backup.
  /// - Returns: The value that `body` returns.
  /// - Throws: `DatabaseError`, or the error of `body`.
  public static func inspect<T>(
    _ path: String, _ configuration: Configuration? = nil, _ body: (DatabaseInspection) throws -> T
  ) throws -> T {
    var configuration = configuration?.inspecting ?? Configuration(purpose: .inspect)
    configuration.isBackup = true
    return try DatabaseInspection.inspect(path: path, configuration: configuration, body)
  }

  /// The result of a restore.
  public struct Restored: Sendable, Hashable {
    /// The new state of the database, or `nil` if another program committed before the state was
    /// read.
    public let fingerprint: DatabaseFingerprint?
    /// The problem found when the restored database was checked, or `nil`.
    public let problem: MigrationError?
    /// The reason why the restored database could not be checked completely, or `nil`.
    public let unreadReason: String?
  }

  /// Replaces the content of a database with that of a backup, atomically, and verifies the result.
  ///
  /// Everything is written in one transaction, under the write lock, and only if the database is in
  /// the expected state. If the process is killed, the database has either the old or the new
  /// content. The file itself is kept, and so is its journal mode if that is WAL.
  ///
  /// - Parameters:
  ///   - backup: The backup, open for inspection.
  ///   - path: The database file.
  ///   - fingerprint: The expected state of the database.
  ///   - configuration: How to open the database.
  ///   - cancellation: Stops the restore and leaves the database unchanged.
  ///   - onEvent: Receives ``MigrationEvent/copying(doneBytes:totalBytes:)``.
  /// - Returns: The state of the database after the restore.
  /// - Throws: `DatabaseError`. ``MigrationError`` if the database changed, the page sizes are
  ///   incompatible, or there is too little space. The database is then unchanged, unless the
  ///   commit is in doubt (``DatabaseError/isInDoubt``).
  /// - Complexity: Reads the backup, writes the database twice, and reads it once.
  public static func restore(
    _ backup: DatabaseInspection, to path: String, expecting fingerprint: DatabaseFingerprint,
    configuration: Configuration, cancellation: Cancellation? = nil,
    onEvent: (MigrationEvent) -> Void = { _ in }
  ) throws -> Restored {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let result = Result {
      try DatabaseInspection.inspect(path: path, configuration: configuration) { witness in
        try require(backup, fits: witness)
        return try queue.writeWithoutTransaction { db in
          try db.waitingForLocks {
            try overwrite(db, witness, backup, fingerprint, cancellation, onEvent)
          }
        }
      }
    }
    try? queue.close()
    return try result.get()
  }

  private static func overwrite(
    _ db: Database, _ witness: DatabaseInspection, _ backup: DatabaseInspection,
    _ fingerprint: DatabaseFingerprint, _ cancellation: Cancellation?,
    _ onEvent: (MigrationEvent) -> Void
  ) throws -> Restored {
    func requireState() throws {
      guard try witness.fingerprint() == fingerprint else {
        throw MigrationError(.databaseChanged)
      }
    }
    var version: Int64?
    try db.inTransaction(.immediate) {
      try requireState()
      version = try db.integerPragma("data_version")
      return .rollback
    }
    try backup.read { source in
      try DatabaseOverwrite.run(
        db, with: source, cancellation: cancellation, admit: requireState
      ) { onEvent(.copying(doneBytes: $0, totalBytes: $1)) }
    }
    // From here on, the database has the new content, even if a later check fails.
    let left = version.flatMap { DatabaseFingerprint(of: db, ifVersionIs: $0) }
    var problem: MigrationError?
    var unreadReason: String?
    do {
      // Use a new connection: the open one keeps its text encoding, and the backup may have a
      // different one.
      try DatabaseInspection.inspect(path: db.path, configuration: db.configuration) { restored in
        try restored.checkForDamage(cancellation: nil)
        // The schemas must be equal only if no other connection has written since.
        if left != nil, try restored.schema() != backup.schema() {
          problem = MigrationError(
            .damaged(
              details: "its schema differs from the schema of the "
                + "backup"))
        }
      }
    } catch let error as MigrationError {
      problem = error
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      problem = MigrationError(.damaged(details: error.message ?? error.description))
    } catch {
      unreadReason = String(describing: error)
    }
    return Restored(
      fingerprint: left.flatMap { DatabaseFingerprint(settling: db, from: $0) }, problem: problem,
      unreadReason: unreadReason)
  }

  /// Throws if the page sizes are incompatible or the disk has too little space.
  ///
  /// The required space is the size of the old content (for the rollback journal) or of the new
  /// content (for the `-wal` file), plus the growth of the database file.
  private static func require(
    _ backup: DatabaseInspection, fits database: DatabaseInspection
  ) throws {
    let (old, new) = (try database.facts(), try backup.facts())
    if old.pageSize != new.pageSize, old.journalMode == "wal" {
      throw MigrationError(.pageSizes(database: old.pageSize, backup: new.pageSize))
    }
    let (oldBytes, newBytes) = (try database.byteCount(), try backup.byteCount())
    let needed = max(oldBytes, newBytes) + max(0, newBytes - oldBytes)
    let folder = Paths.folder(of: database.path)
    if let available = Files.freeSpace(in: folder), available < needed {
      throw MigrationError(
        .notEnoughSpace(folder: folder, needed: needed, available: available))
    }
  }

  private static func taken(_ target: String) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_CANTOPEN, message: "\(target) already exists; no backup was created")
  }
}
