public import MigratorSQLite
internal import MigratorPlatform

/// Copies of a database that are kept.
public enum DatabaseBackup {
  /// Copies a database, consistent with its `-wal` file, and waits until the copy is on the disk.
  ///
  /// The copy grows under the name `TARGET.partial-PID` and gets its own only when it is whole and was
  /// opened and read to its end: whatever stops the process, a file that is called a backup is one.
  ///
  /// - Parameters:
  ///   - path: The database file, which is only read.
  ///   - target: The copy; must not exist. Nobody but this user can read it.
  ///   - configuration: How to open both: an encrypted database with its key, which the copy has, too.
  ///   - cancellation: Stops the copy, which is removed.
  ///   - onEvent: Receives ``MigrationEvent/copying(doneBytes:totalBytes:)``.
  /// - Returns: The size of the copy in bytes.
  /// - Throws: `DatabaseError`; ``MigrationError`` when there is too little space, or the
  ///   copy is damaged.
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

  /// Copies a database that is open to be looked at, as the other does.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - target: The copy; must not exist. Nobody but this user can read it.
  ///   - configuration: How to open the copy to read it.
  ///   - mustBeSound: Whether damaged pages are a reason to keep no copy.
  ///   - cancellation: Stops the copy, which is removed.
  ///   - onEvent: Receives ``MigrationEvent/copying(doneBytes:totalBytes:)``.
  ///   - verify: Looks at the copy, after its pages were checked; what it throws removes the copy.
  /// - Returns: The size of the copy in bytes.
  /// - Throws: As the other; what `verify` throws.
  /// - Complexity: Reads the database once, and the copy once more.
  @discardableResult
  public static func make(
    of inspection: DatabaseInspection, to target: String, configuration: Configuration? = nil,
    mustBeSound: Bool = true, cancellation: Cancellation? = nil,
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
    // What an earlier process of this number left when it was killed is worth nothing.
    DatabaseCopy.remove(partial)
    let scratch = ScratchFiles(DatabaseCopy.files(of: partial))
    defer { withExtendedLifetime(scratch) {} }
    let copied = try inspection.copy(
      to: partial, durability: .kept, cancellation: cancellation, onEvent: onEvent)
    do {
      try inspect(partial, configuration) { copy in
        if mustBeSound { try copy.checkForDamage(cancellation: cancellation) }
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
      throw MigrationError(.file(path: target, action: "name the backup", errno: error.code))
    }
    return copied.byteCount
  }

  /// Opens a backup to look at it; where it stands alone, nothing is made beside it.
  ///
  /// - Parameters:
  ///   - path: The backup.
  ///   - configuration: Functions, collations and extensions the schema needs.
  ///   - body: What to look at.
  /// - Returns: What `body` returns.
  /// - Throws: `DatabaseError`, or what `body` throws.
  public static func inspect<T>(
    _ path: String, _ configuration: Configuration? = nil, _ body: (DatabaseInspection) throws -> T
  ) throws -> T {
    var configuration = configuration?.inspecting ?? Configuration(purpose: .inspect)
    configuration.isOfBackup = true
    return try DatabaseInspection.inspect(path: path, configuration: configuration, body)
  }

  /// How a database was left that a backup was put in the place of.
  public struct Restored: Sendable, Hashable {
    /// Its state, or `nil` when another program committed before that could be read.
    public let fingerprint: DatabaseFingerprint?
    /// What was found wrong when it was read afterwards, or `nil`.
    public let problem: MigrationError?
    /// Why it could not be read to its end afterwards, or `nil`: then nothing is known of it.
    public let unreadReason: String?
  }

  /// Puts the content of a backup in the place of the database's, whole or not at all, and looks
  /// whether it is there.
  ///
  /// All is written in one transaction, under the write lock and only while the database is in the
  /// expected state; what stops the process leaves the one content or the other. The file stays the same
  /// one, in the same journal mode if that is WAL.
  ///
  /// - Parameters:
  ///   - backup: The backup, open to be looked at.
  ///   - path: The database file.
  ///   - fingerprint: The state that the database must be in.
  ///   - configuration: How to open the database.
  ///   - cancellation: Stops it; the database is as it was then.
  ///   - onEvent: Receives ``MigrationEvent/copying(doneBytes:totalBytes:)``.
  /// - Returns: How the database was left.
  /// - Throws: `DatabaseError`; ``MigrationError`` when the database changed, the pages of
  ///   the two do not fit, or there is too little space. The database is as it was then, unless the error
  ///   is in doubt (``DatabaseError/isInDoubt``).
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
    // From here on the database is another, whatever comes.
    let left = version.flatMap { DatabaseFingerprint(of: db, ifVersionIs: $0) }
    var problem: MigrationError?
    var unreadReason: String?
    do {
      // A connection keeps the text encoding that it has read, and the backup may have another.
      try DatabaseInspection.inspect(path: db.path, configuration: db.configuration) { restored in
        try restored.checkForDamage(cancellation: nil)
        // Only where nobody else wrote since does it have to be the same.
        if left != nil, try restored.schema() != backup.schema() {
          problem = MigrationError(.damaged(details: "its schema is not that of the backup"))
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

  /// The journal of what is there, or the `-wal` of what comes, and the database itself as it grows.
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
      resultCode: .SQLITE_CANTOPEN, message: "\(target) is there already; no backup was made")
  }
}
