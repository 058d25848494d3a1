public import MigratorSQLite

/// A database that is created from one definition, with its version in `PRAGMA user_version`.
///
/// Suited to caches and to databases that are still in development.
///
/// ```swift
/// let bodies = VersionedDatabase(name: "BodiesDB", userVersion: 2) { db in
///   try db.execute(sql: "CREATE TABLE body (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
/// }
/// let database = try bodies.bootstrap(into: cachesFolder)
/// ```
///
/// If the rows matter, use ``DatabaseMigrator`` instead.
public struct VersionedDatabase: Sendable {
  /// The base name of the database files.
  public let name: String
  /// The version of the definition, at least 1, stored in `PRAGMA user_version`.
  public let userVersion: Int
  /// The configuration of the connections.
  public var configuration: Configuration
  private let create: @Sendable (Database) throws -> Void

  /// How to treat a database of another version.
  public enum Outdated: Sendable, Hashable {
    /// Opens the database unchanged; the caller compares the versions.
    case keep
    /// Drops everything and re-creates the database, as for a cache. **All rows are lost.**
    case recreate
  }

  /// Creates a definition from Swift code.
  ///
  /// - Parameters:
  ///   - name: The base name of the database files.
  ///   - userVersion: The version of the definition. Values below 1 become 1, because an empty
  ///     database has version 0.
  ///   - configuration: The configuration of the connections.
  ///   - create: Creates the schema in an empty database, in a transaction. It need not set
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

  /// Creates a definition from SQL scripts.
  ///
  /// - Parameters:
  ///   - name: The base name of the database files.
  ///   - userVersion: The version of the definition.
  ///   - configuration: The configuration of the connections.
  ///   - scripts: The scripts that create the schema in an empty database, in order.
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

  /// `Name-2.sqlite3`, so that files of several versions can coexist.
  public var versionedFilename: String { "\(name)-\(userVersion).sqlite3" }

  /// Opens the database, and creates it if it is empty or does not exist.
  ///
  /// Creates and erases the database in SQLite transactions, and never deletes files. A process
  /// that has the file open keeps a valid database. If two processes start at once, only one
  /// creates it.
  ///
  /// - Parameters:
  ///   - folder: The folder of the file.
  ///   - filename: The name of the file, or `nil` for ``filename``.
  ///   - overwrite: `true` to drop and re-create everything, for use during development. **All rows
  ///     are lost.**
  ///   - outdated: How to treat a database of another version.
  /// - Returns: The database.
  /// - Throws: `DatabaseError`, `ScriptError`, or the error of the definition. If creating fails,
  ///   the database is left empty, and the next call creates it.
  public func bootstrap(
    into folder: String, filename: String? = nil, overwrite: Bool = false,
    outdated: Outdated = .keep
  ) throws -> DatabaseQueue {
    try bootstrap(
      at: (folder.hasSuffix("/") ? folder : folder + "/") + (filename ?? self.filename),
      overwrite: overwrite, outdated: outdated)
  }

  /// Opens the database, and creates it if it is empty or does not exist.
  ///
  /// - Parameters:
  ///   - path: The file, in an existing folder; `:memory:` for an in-memory database.
  ///   - overwrite: `true` to drop and re-create everything. **All rows are lost.**
  ///   - outdated: How to treat a database of another version.
  /// - Returns: The database.
  /// - Throws: See ``bootstrap(into:filename:overwrite:outdated:)``.
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
      // Checked under the write lock, because another process may have just created it.
      guard try Self.isEmpty(db) else { return .rollback }
      // Rows may be inserted before the rows they refer to: foreign keys are checked on commit.
      try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
      // The statements may come from an existing schema that contains double-quoted strings.
      try db.withDoubleQuotedStringLiterals(accepted: true) { try create(db) }
      try db.execute(sql: "PRAGMA main.user_version = \(userVersion)")
      return .commit
    }
  }

  private static func isEmpty(_ db: Database) throws -> Bool {
    try db.userVersion() == 0 && !db.hasSchemaRow()
  }
}
