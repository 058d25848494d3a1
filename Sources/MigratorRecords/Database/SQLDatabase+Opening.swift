internal import MigratorPlatform

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SQLDatabase {
  /// Returns a definition that creates a database by running all files of the group in order.
  ///
  /// - Parameter configuration: The configuration to open the database with.
  /// - Returns: The definition.
  public static func definition(
    _ configuration: Configuration = Configuration()
  ) -> VersionedDatabase {
    VersionedDatabase(
      name: name, userVersion: userVersion, configuration: configuration,
      scripts: scripts.map(\.script))
  }

  /// The numbered files of the group as migrations that are recorded in `PRAGMA user_version`.
  ///
  /// `migtui` finds the same migrations in the folder of the files, and runs them in the same way.
  public static var migrator: DatabaseMigrator {
    let files = scripts.compactMap { script in script.version.map { (script, $0) } }
    let ledger = UserVersionLedger(
      rules: UserVersionLedger.Rules(countsFiles: true),
      files: files.map { script, version in
        UserVersionLedger.File(identifier: script.identifier, version: Int64(version))
      })
    var migrator = DatabaseMigrator(ledger: ledger)
    migrator.foreignKeyPolicy = .newViolationsOnly
    for (script, _) in files {
      migrator.registerMigration(script.identifier, script: script.script)
    }
    return migrator
  }

  /// Opens the database in one of the user's folders, and creates it if there is none.
  ///
  /// An older file is opened unchanged: compare versions with ``versionCheck()``, or use
  /// ``open(at:migrating:configuration:)``.
  ///
  /// - Parameters:
  ///   - directory: The folder, which is created if missing.
  ///   - domains: The domain of the folder.
  ///   - filename: The name of the file, or `nil` for `Name.sqlite3`.
  ///   - overwrite: If `true`, drops and re-creates everything, for caches and in development.
  ///     **All rows are lost.** This happens within the file, so other connections see the new
  ///     tables.
  ///   - configuration: The configuration to open the database with.
  /// - Returns: The database.
  /// - Throws: `DatabaseError`, `ScriptError`; SQLITE_CANTOPEN if the system has no such folder.
  public static func bootstrap(
    into directory: FileManager.SearchPathDirectory = .applicationSupportDirectory,
    domains: FileManager.SearchPathDomainMask = .userDomainMask, filename: String? = nil,
    overwrite: Bool = false, configuration: Configuration = Configuration()
  ) throws -> Self {
    guard let url = FileManager.default.urls(for: directory, in: domains).first else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "the folder does not exist")
    }
    return try bootstrap(
      into: url.path, filename: filename, overwrite: overwrite, configuration: configuration)
  }

  /// Opens the database in a folder, and creates it if there is none.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if missing.
  ///   - filename: The name of the file, or `nil` for `Name.sqlite3`.
  ///   - overwrite: If `true`, drops and re-creates everything. **All rows are lost.**
  ///   - outdated: How to treat a database of another version.
  ///   - configuration: The configuration to open the database with.
  /// - Returns: The database.
  /// - Throws: `DatabaseError`, `ScriptError`; SQLITE_CANTOPEN if the folder cannot be created.
  public static func bootstrap(
    into folder: String, filename: String? = nil, overwrite: Bool = false,
    outdated: VersionedDatabase.Outdated = .keep, configuration: Configuration = Configuration()
  ) throws -> Self {
    try makeFolder(folder)
    return Self(
      try definition(configuration).bootstrap(
        into: folder, filename: filename, overwrite: overwrite, outdated: outdated))
  }

  private static func makeFolder(_ folder: String) throws(DatabaseError) {
    do throws(SystemFailure) {
      try Files.createFolders(folder)
    } catch {
      throw DatabaseError(
        resultCode: .SQLITE_CANTOPEN, message: "cannot create the folder \(folder): \(error)")
    }
  }

  /// Opens a database file that has the version of this type, or migrates it to this version.
  ///
  /// - Parameters:
  ///   - path: The path of the file. With `migrating`, it can be `:memory:` for a new in-memory
  ///     database.
  ///   - migrating: If `true`, creates a missing file and its folder, and migrates an older file.
  ///   - configuration: The configuration to open the database with.
  /// - Returns: The database, which has the version of this type.
  /// - Throws: ``VersionMismatch`` for a file of another version, which is not changed. With
  ///   `migrating`, it is thrown for a newer file, or an older one that cannot be migrated.
  ///   `DatabaseError`: SQLITE_CANTOPEN for a missing file. The error of a failed migration, which
  ///   is rolled back.
  public static func open(
    at path: String, migrating: Bool = false, configuration: Configuration = Configuration()
  ) throws -> Self {
    guard migrating || Files.kind(of: path) != nil else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "the file \(path) does not exist")
    }
    if migrating { try makeFolder(Paths.folder(of: path)) }
    let database = Self(
      migrating
        ? try definition(configuration).bootstrap(at: path)
        : try DatabaseQueue(path: path, configuration: configuration))
    do {
      if migrating { try database.migrate() }
      let check = try database.versionCheck()
      guard check == .same else { throw VersionMismatch(path: path, check: check) }
    } catch {
      try? database.close()
      throw error
    }
    return database
  }

  /// Compares the version of the database with the version of its type.
  ///
  /// - Returns: The result; a database without a version is older than any other.
  /// - Throws: `DatabaseError`.
  public func versionCheck() throws -> VersionCheck {
    VersionCheck(
      found: try get(pragma: "user_version", as: Int.self), expected: Self.userVersion,
      scripts: Self.scripts)
  }

  /// Applies the pending migrations, each in its own transaction.
  ///
  /// A newer database is not changed.
  ///
  /// - Throws: `DatabaseError`; the error of a failed migration, which is rolled back.
  public func migrate() throws {
    try Self.migrator.migrate(connection)
  }
}
