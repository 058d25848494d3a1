import MigratorEngine
import MigratorSources

/// The migrations of a database, found, read and checked.
struct MigrationSource {
  let project: Project
  let migrator: DatabaseMigrator
  private let databasePath: String

  /// Finds and reads the migrations that the command line asks for.
  ///
  /// - Throws: `OpenFailure`; `SourceFailure` when a file cannot be used; `FormatQuestion` when
  ///   several tools fit. Nothing is run then.
  init(_ options: DatabaseOptions) throws {
    try self.init(
      database: options.database, wishes: options.wishes, foreignKeys: options.foreignKeys)
  }

  /// Finds and reads the migrations of a database.
  ///
  /// - Throws: As the other.
  init(
    database: String, wishes: ProjectDetection.Wishes = ProjectDetection.Wishes(),
    foreignKeys: MigrationDirectives.ForeignKeys? = nil
  ) throws {
    databasePath = database
    project = try Project(databasePath: database, wishes: wishes)
    migrator = try project.migrator(foreignKeyChecks: foreignKeys?.checks)
  }

  /// Whether there is a folder of migrations.
  var hasMigrations: Bool { project.place != nil }

  /// Where the migrations come from, short enough for a title line.
  var title: String { project.title(databasePath: databasePath) }

  /// Where the migrations come from, and why.
  var explanation: String {
    guard let place = project.place else { return project.reason }
    return "migrations from \(place.description) (\(place.reason))"
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
