import MigratorPlatform
import CSQLite3

enum ConnectionOpening {
  private typealias Prepared = (database: Database, failure: (any Error)?)

  /// Opens a connection with the settings for its purpose.
  ///
  /// - Parameters:
  ///   - given: The path, or `:memory:`.
  ///   - configuration: How to open it.
  /// - Returns: The connection, after the initial read that the configuration specifies.
  /// - Throws: ``DatabaseError`` with an ``OpenFailure``; errors thrown by `prepareDatabase`.
  static func open(path given: String, configuration: Configuration) throws -> Database {
    do {
      return try openExplained(given, configuration)
    } catch let failure as OpenFailure {
      throw DatabaseError(failure)
    }
  }

  /// Opens a connection for inspection, without the app's setup if possible.
  ///
  /// The configuration is the one with which other connections open the file.
  static func openWithoutSetup(
    path: String, beside configuration: Configuration, _ reading: OpeningRead = .schema
  ) throws -> Database {
    func open(_ looking: Configuration) throws -> Database {
      var looking = looking
      looking.openingRead = reading
      return try self.open(path: path, configuration: looking)
    }
    do {
      return try open(configuration.inspectingWithoutSetup)
    } catch let error as DatabaseError
      where error.openFailure?.kind == .notADatabase && configuration.isPrepared
    {
      // The app's setup may provide the key.
      return try open(configuration.inspecting)
    }
  }

  private static func openExplained(
    _ given: String, _ configuration: Configuration
  ) throws -> Database {
    let file = configuration.file.flatMap { $0.isMeant(by: given) ? $0 : nil }
    let path = try DatabasePath(given, mayCreate: !configuration.readonly && file == nil)
    let prepared: Prepared
    do {
      prepared =
        configuration.readonly && configuration.isBackup && path.isSelfContained
        ? try connectImmutably(path, configuration, after: nil)
        : try connect(path, configuration)
    } catch let error as DatabaseError where error.openFailure != nil {
      throw error
    } catch let error as DatabaseError {
      if let displacement = file?.displacement() {
        if displacement.isMissing { throw OpenFailure(.noSuchFile, path: given) }
        throw DatabaseError(displacement)
      }
      guard configuration.readonly, isFolderAccessError(error, path) else {
        throw error.isInterruption ? error : failure(error, path, configuration)
      }
      prepared = try connectImmutably(path, configuration, after: error)
    }
    let database = prepared.database
    database.file = file
    try database.requireInPlace()
    try checkWritable(database, path)
    if let failure = prepared.failure { throw failure }
    try setJournalMode(database)
    return database
  }

  private static func connect(
    _ path: DatabasePath, _ configuration: Configuration
  ) throws -> Prepared {
    let access =
      configuration.readonly
      ? SQLITE_OPEN_READONLY
      // A file that existed but was deleted meanwhile is not created.
      : path.exists && path.isFile
        ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    return try connect(
      to: path.canonical, flags: access | SQLITE_OPEN_NOFOLLOW, path, configuration)
  }

  /// Opens a database in WAL mode in a folder where no `-shm` can be created.
  ///
  /// This is correct as long as no `-wal` holds changes. The check follows the opening, so that no
  /// `-wal` can appear unnoticed in between.
  private static func connectImmutably(
    _ path: DatabasePath, _ configuration: Configuration, after hindrance: DatabaseError?
  ) throws -> Prepared {
    do {
      let prepared = try connect(
        to: path.immutableURI, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, path, configuration)
      prepared.database.isImmutable = true
      if path.hasFilledWAL {
        throw OpenFailure(.unreadableWAL, path: path.given, underlying: hindrance)
      }
      return prepared
    } catch let error as DatabaseError {
      throw error.isInterruption ? error : failure(error, path, configuration)
    }
  }

  private static func connect(
    to name: String, flags: Int32, _ path: DatabasePath, _ configuration: Configuration
  ) throws -> Prepared {
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(
      name, &pointer, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE,
      path.isOverlay
        ? OverlayFileSystem.name
        : configuration.usesFrozenClock && FrozenClock.isRegistered ? FrozenClock.name : nil)
    guard let pointer else { throw DatabaseError(resultCode: .SQLITE_NOMEM) }
    let database = Database(
      handle: ConnectionHandle(pointer), path: path.canonical, configuration: configuration)
    do {
      try database.check(code)
      SharedMemory.reserve(of: pointer)
      return (database, try prepare(database, path))
    } catch let error as DatabaseError {
      // The system's error code must be read now, because this call closes the connection.
      guard let kind = OpenFailure.Kind(error, sqlite3_system_errno(pointer)) else { throw error }
      throw OpenFailure(kind, path: path.given, underlying: error)
    }
  }

  /// Prepares a connection and reads the schema; returns the error of the app's setup, if any.
  private static func prepare(_ database: Database, _ path: DatabasePath) throws -> (any Error)? {
    if let key = database.configuration.key, path.canonical != DatabasePath.memory {
      try database.use(key)
    }
    // Without shared memory, WAL mode requires exclusive locking before the first read.
    if path.isOverlay { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    try ConnectionDefaults.apply(to: database)
    let failure = preparationFailure(of: database)
    try ConnectionDefaults.applyAfterKey(to: database)
    // SQLite reads the schema with the first statement that needs it. Reading it here detects an
    // unreadable file, which is also the actual cause if the app's setup has failed.
    switch database.configuration.openingRead {
    case .nothing: break
    case .header: try database.waitingForLocks { try database.execute(sql: readHeader) }
    case .schema: try database.waitingForLocks { try readSchema(database) }
    }
    if path.isOverlay, !database.configuration.readonly, try database.isEncrypted {
      // The header's mode bytes are in an encrypted page, which only SQLite can write.
      try database.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    return failure
  }

  /// Runs the app's setup before the first read, because an encrypted file needs its key first.
  private static func preparationFailure(of database: Database) -> (any Error)? {
    do {
      try ExtensionLoading.load(database.configuration.extensionPaths, into: database)
      try database.waitingForLocks {
        for setup in database.configuration.setups {
          try database.throwingRecordedFailure { try setup(database) }
        }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Begins to read, but reads only the header.
  static let readHeader = "PRAGMA main.schema_version"

  /// Reads the schema; if this fails because the schema is not trusted, trusts it.
  ///
  /// SQLite before 3.41 treats its own `json_extract` as unsafe, and reports a database with an
  /// index on it as corrupt. Trusting such a schema is harmless: it cannot load code, and the app's
  /// functions are not registered.
  static func readSchema(_ database: Database) throws {
    let sql = "SELECT 1 FROM sqlite_master LIMIT 1"
    do {
      try database.execute(sql: sql)
    } catch let error as DatabaseError
      where error.message?.contains("unsafe use of") == true
    {
      try database.check(
        migtui_db_config_flag(database.connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1))
      try database.execute(sql: sql)
    }
  }

  /// Returns true for an error of a read-only folder or of an unreadable `-wal` or `-shm`.
  private static func isFolderAccessError(_ error: DatabaseError, _ path: DatabasePath) -> Bool {
    switch error.extendedResultCode {
    case .SQLITE_READONLY_DIRECTORY, .SQLITE_READONLY_CANTINIT: true
    case .SQLITE_CANTOPEN:
      // If the file itself is readable, a file next to it cannot be opened or created.
      Files.isReadable(path.canonical)
    default: false
    }
  }

  private static func checkWritable(_ database: Database, _ path: DatabasePath) throws {
    guard !database.configuration.readonly, path.canonical != DatabasePath.memory,
      !path.isOverlay
    else { return }
    if database.isReadOnly { throw OpenFailure(.readOnlyFile, path: path.given) }
    guard !Files.mayCreate(in: Paths.folder(of: path.canonical)) else { return }
    let mode: String? = try database.get(pragma: "journal_mode")
    // In WAL mode, the files next to the database may already exist, and were just opened.
    if mode != "wal" { throw OpenFailure(.readOnlyFolder, path: path.given) }
  }

  private static func setJournalMode(_ database: Database) throws {
    let configuration = database.configuration
    // A temporary copy needs no WAL.
    guard configuration.journalMode == .wal, !configuration.readonly,
      configuration.purpose != .scratch
    else { return }
    let mode = try database.waitingForLocks {
      try database.get(pragma: "journal_mode = WAL", as: String.self)
    }
    if mode != "wal" {
      throw DatabaseError(message: "could not activate WAL mode at path: \(database.path)")
    }
  }

  private static func failure(
    _ error: DatabaseError, _ path: DatabasePath, _ configuration: Configuration
  ) -> OpenFailure {
    let kind: OpenFailure.Kind =
      switch error.extendedResultCode {
      case .SQLITE_READONLY_ROLLBACK: .hotJournal
      case .SQLITE_READONLY_DIRECTORY, .SQLITE_READONLY_CANTINIT: .readOnlyFolder
      case .SQLITE_CANTOPEN_SYMLINK: .brokenLink
      default:
        switch error.resultCode {
        case .SQLITE_NOTADB: noDatabaseKind(path, configuration)
        // https://www.sqlite.org/fileformat2.html#schemaformat
        case .SQLITE_ERROR where error.message == "unsupported file format": .unknownFormat
        case .SQLITE_CORRUPT: .corrupt
        case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
        case .SQLITE_PERM, .SQLITE_AUTH: .noPermission
        case .SQLITE_READONLY: .readOnlyFile
        case .SQLITE_IOERR: .inputOutput
        case .SQLITE_CANTOPEN: cannotOpenKind(path)
        default: .other
        }
      }
    return OpenFailure(kind, path: path.given, underlying: error)
  }

  private static func noDatabaseKind(
    _ path: DatabasePath, _ configuration: Configuration
  ) -> OpenFailure.Kind {
    guard configuration.key != nil, !path.isOverlay,
      let header = try? OriginalFile(path.canonical).header()
    else { return .notADatabase }
    return FileHeader(header).isPlain ? .notEncrypted : .wrongKey
  }

  private static func cannotOpenKind(_ path: DatabasePath) -> OpenFailure.Kind {
    if !path.exists { return .readOnlyFolder }
    if !Files.isTaken(path.canonical) { return .noSuchFile }
    return Files.isReadable(path.canonical) ? .readOnlyFolder : .noPermission
  }
}

extension OpenFailure.Kind {
  /// Creates a kind from the system's error code, because SQLite's code is ambiguous.
  fileprivate init?(_ error: DatabaseError, _ code: Int32) {
    guard error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_IOERR else {
      return nil
    }
    switch code {
    case EMFILE, ENFILE: self = .tooManyFiles
    case ENOSPC, EDQUOT: self = .diskFull
    case EIO: self = .inputOutput
    default: return nil
    }
  }
}
