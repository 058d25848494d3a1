internal import MigratorPlatform

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SQLDatabase {
  /// The database as one that is made whole: by all files of the group, in order.
  ///
  /// - Parameter configuration: How it is opened.
  /// - Returns: The definition.
  public static func definition(
    _ configuration: Configuration = Configuration()
  ) -> VersionedDatabase {
    VersionedDatabase(
      name: name, userVersion: userVersion, configuration: configuration,
      scripts: scripts.map(\.script))
  }

  /// The numbered files of the group as migrations over `PRAGMA user_version`.
  ///
  /// They are those that `migtui` finds in the folder of the files, run in the same way.
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

  /// Opens the database in one of the user's folders, and makes it where there is none.
  ///
  /// An older file is opened as it is: compare versions with ``versionCheck()``, or use
  /// ``open(at:migrating:configuration:)``.
  ///
  /// - Parameters:
  ///   - directory: The folder, which is made where it is missing.
  ///   - domains: Whose folder it is.
  ///   - filename: The name of the file, or `nil` for `Name.sqlite3`.
  ///   - overwrite: Whether everything is dropped and made anew in any case: for caches and for the
  ///     time of development. **All rows are lost.** It happens within the file: who has it open sees
  ///     the new tables.
  ///   - configuration: How it is opened.
  /// - Returns: The database.
  /// - Throws: `DatabaseError`, `ScriptError`; SQLITE_CANTOPEN where there is no such folder.
  public static func bootstrap(
    into directory: FileManager.SearchPathDirectory = .applicationSupportDirectory,
    domains: FileManager.SearchPathDomainMask = .userDomainMask, filename: String? = nil,
    overwrite: Bool = false, configuration: Configuration = Configuration()
  ) throws -> Self {
    guard let url = FileManager.default.urls(for: directory, in: domains).first else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "there is no such folder here")
    }
    return try bootstrap(
      into: url.path, filename: filename, overwrite: overwrite, configuration: configuration)
  }

  /// Opens the database in a folder, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is made where it is missing.
  ///   - filename: The name of the file, or `nil` for `Name.sqlite3`.
  ///   - overwrite: Whether everything is dropped and made anew in any case. **All rows are lost.**
  ///   - outdated: What is done about a database of another version.
  ///   - configuration: How it is opened.
  /// - Returns: The database.
  /// - Throws: `DatabaseError`, `ScriptError`; SQLITE_CANTOPEN where the folder cannot be made.
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
        resultCode: .SQLITE_CANTOPEN, message: "cannot make the folder \(folder): \(error)")
    }
  }

  /// Opens a database file that has the version of this type, or is brought to it.
  ///
  /// - Parameters:
  ///   - path: The file; `:memory:`, migrating, for a new database in memory.
  ///   - migrating: Whether a missing file is made, in its folder, and an older one migrated.
  ///   - configuration: How it is opened.
  /// - Returns: The database, which has the version of this type.
  /// - Throws: ``VersionMismatch`` for a file of another version, which is left as it is; after
  ///   migrating, for a newer one, or an older one that no migration leads from. `DatabaseError`,
  ///   SQLITE_CANTOPEN for a missing file; the error of a migration, which is rolled back.
  public static func open(
    at path: String, migrating: Bool = false, configuration: Configuration = Configuration()
  ) throws -> Self {
    guard migrating || Files.kind(of: path) != nil else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "there is no file \(path)")
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

  /// Compares the version of the database with that of its type.
  ///
  /// - Returns: How they differ; a database without a version is older than any.
  /// - Throws: `DatabaseError`.
  public func versionCheck() throws -> VersionCheck {
    VersionCheck(
      found: try get(pragma: "user_version", as: Int.self), expected: Self.userVersion,
      scripts: Self.scripts)
  }

  /// Applies the migrations that the database lacks, each in a transaction of its own.
  ///
  /// A newer database is left as it is.
  ///
  /// - Throws: `DatabaseError`; the error of the migration that failed, which is rolled back.
  public func migrate() throws {
    try Self.migrator.migrate(connection)
  }
}
