public import MigratorSQLite

/// A database that is made whole from one definition, whose version is `PRAGMA user_version`: a
/// cache, or a database that is still being developed.
///
/// ```swift
/// let bodies = VersionedDatabase(name: "BodiesDB", userVersion: 2) { db in
///   try db.execute(sql: "CREATE TABLE body (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
/// }
/// let database = try bodies.bootstrap(into: cachesFolder)
/// ```
///
/// A database whose rows matter is migrated instead, with ``DatabaseMigrator``.
public struct VersionedDatabase: Sendable {
  /// The name, which files are named after.
  public let name: String
  /// The version of the definition, at least 1: what `PRAGMA user_version` is in a database made by
  /// it.
  public let userVersion: Int
  /// How databases are opened.
  public var configuration: Configuration
  private let create: @Sendable (Database) throws -> Void

  /// What is done about a database of another version.
  public enum Outdated: Sendable, Hashable {
    /// It is opened as it is; the caller compares versions.
    case keep
    /// Everything in it is dropped and made anew: for caches. **All rows are lost.**
    case recreate
  }

  /// Creates a definition of Swift code.
  ///
  /// - Parameters:
  ///   - name: The name, which files are named after.
  ///   - userVersion: The version of the definition; less than 1 is taken for 1, since 0 is what a
  ///     database has that nobody made yet.
  ///   - configuration: How databases are opened.
  ///   - create: Makes the schema in an empty database, in a transaction. It need not set
  ///     `user_version`.
  public init(
    name: String, userVersion: Int, configuration: Configuration = Configuration(),
    create: @escaping @Sendable (Database) throws -> Void
  ) {
    self.name = name
    self.userVersion = max(1, userVersion)
    self.configuration = configuration
    self.create = create
  }

  /// Creates a definition of SQL scripts.
  ///
  /// - Parameters:
  ///   - name: The name, which files are named after.
  ///   - userVersion: The version of the definition.
  ///   - configuration: How databases are opened.
  ///   - scripts: The scripts that make the schema in an empty database, in order.
  public init(
    name: String, userVersion: Int, configuration: Configuration = Configuration(),
    scripts: [SQLScript]
  ) {
    self.init(name: name, userVersion: userVersion, configuration: configuration) { db in
      for script in scripts { try db.run(script, transaction: .mustStayOpen) }
    }
  }

  /// `Name.sqlite3`.
  public var filename: String { "\(name).sqlite3" }

  /// `Name-2.sqlite3`: files of several versions stand side by side.
  public var versionedFilename: String { "\(name)-\(userVersion).sqlite3" }

  /// Opens the database, and makes it where there is none.
  ///
  /// Making, erasing and making anew happen in transactions of SQLite, never by removing files: a
  /// process that has the file open keeps a sound database, and two that come at once make it once.
  ///
  /// - Parameters:
  ///   - folder: The folder the file stands in.
  ///   - filename: The name of the file, or `nil` for ``filename``.
  ///   - overwrite: Whether everything is dropped and made anew in any case: for the time of
  ///     development. **All rows are lost.**
  ///   - outdated: What is done about a database of another version.
  /// - Returns: The database.
  /// - Throws: `DatabaseError`, `ScriptError`; the error of the definition. A database
  ///   that could not be made is left empty, and made by the next call.
  public func bootstrap(
    into folder: String, filename: String? = nil, overwrite: Bool = false,
    outdated: Outdated = .keep
  ) throws -> DatabaseQueue {
    try bootstrap(
      at: (folder.hasSuffix("/") ? folder : folder + "/") + (filename ?? self.filename),
      overwrite: overwrite, outdated: outdated)
  }

  /// Opens the database, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - path: The file, in a folder that is there; `:memory:` for a database in memory.
  ///   - overwrite: Whether everything is dropped and made anew in any case. **All rows are lost.**
  ///   - outdated: What is done about a database of another version.
  /// - Returns: The database.
  /// - Throws: As ``bootstrap(into:filename:overwrite:outdated:)``.
  public func bootstrap(
    at path: String, overwrite: Bool = false, outdated: Outdated = .keep
  ) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    do {
      try queue.barrierWriteWithoutTransaction { db in
        try db.waitingForLocks {
          if overwrite {
            try db.erase()
          } else if outdated == .recreate {
            _ = try db.erase { try db.userVersion() != userVersion && !Self.isEmpty(db) }
          }
          try makeIfEmpty(db)
        }
      }
    } catch {
      try? queue.close()
      throw error
    }
    return queue
  }

  private func makeIfEmpty(_ db: Database) throws {
    try db.inTransaction(.immediate) {
      // Asked under the lock: another process may just have made it.
      guard try Self.isEmpty(db) else { return .rollback }
      // Rows may come before those they refer to: keys are checked where the transaction ends.
      try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
      try create(db)
      try db.execute(sql: "PRAGMA main.user_version = \(userVersion)")
      return .commit
    }
  }

  private static func isEmpty(_ db: Database) throws -> Bool {
    try db.userVersion() == 0
      && Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM main.sqlite_master)") == true
  }
}
