import MigratorEngine
import MigratorSources

/// The migrations of a database, found, read and checked.
struct MigrationSource {
  let discovery: MigrationsDiscovery
  let folder: SQLFolder?
  let migrator: DatabaseMigrator

  /// Finds and reads the migrations.
  ///
  /// - Throws: `SourceFailure` when a file cannot be used; nothing is run then.
  init(database: String, migrations: String?) throws {
    discovery = MigrationsDiscovery(databasePath: database, folder: migrations)
    folder = try discovery.folder()
    migrator = try folder?.migrator() ?? DatabaseMigrator()
  }

  /// Finds and reads the migrations that the command line asks for.
  ///
  /// - Throws: `SourceFailure` when a file cannot be used; nothing is run then.
  init(_ options: DatabaseOptions) throws {
    try self.init(database: options.database, migrations: options.migrations)
  }

  /// Where the migrations come from, and why.
  var explanation: String {
    guard let place = discovery.place else { return discovery.reason }
    return "migrations from \(place.description) (\(discovery.reason))"
  }
}

/// Opens a database to look, and closes it again whatever happens.
///
/// - Parameters:
///   - path: The database file.
///   - body: What to look at.
/// - Returns: What `body` returns.
/// - Throws: `OpenFailure`, or what `body` throws.
func inspect<T>(_ path: String, _ body: (DatabaseInspection) throws -> T) throws -> T {
  let inspection = try DatabaseInspection(path: path)
  let result = Result { try body(inspection) }
  try inspection.close()
  return try result.get()
}
