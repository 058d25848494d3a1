import MigrationConsole
import MigratorEngine
import MigratorSources

/// The migrations of a database, found, read and checked.
struct MigrationSource {
  let project: Project
  let migrator: DatabaseMigrator
  /// How the database and its copies are opened.
  let configuration: Configuration
  private let databasePath: String

  /// Finds and reads the migrations that the command line asks for.
  ///
  /// - Throws: `OpenFailure`; `SourceFailure` when a file cannot be used; `FormatQuestion` when
  ///   several tools fit. Nothing is run then.
  init(_ options: DatabaseOptions) throws {
    try self.init(
      database: options.database, wishes: options.wishes, foreignKeys: options.foreignKeys,
      configuration: options.configuration())
  }

  /// Finds and reads the migrations of a database.
  ///
  /// - Throws: As the other.
  init(
    database: String, wishes: ProjectDetection.Wishes = ProjectDetection.Wishes(),
    foreignKeys: MigrationDirectives.ForeignKeys? = nil,
    configuration: Configuration = LiveConsoleEngine.patientConfiguration
  ) throws {
    databasePath = database
    self.configuration = configuration
    project = try Project(databasePath: database, wishes: wishes, configuration: configuration)
    migrator = try project.migrator(foreignKeyChecks: foreignKeys?.checks)
  }

  /// Whether there is a folder of migrations.
  var hasMigrations: Bool { project.place != nil }

  /// The repairs of the ledger that make sense.
  func repairs(_ selected: String?, _ cancellation: Cancellation) throws -> [LedgerRepair] {
    try project.repairs(
      databasePath: databasePath, selected: selected, configuration: configuration,
      cancellation: cancellation)
  }

  /// Opens the database to look, and closes it again whatever happens.
  func inspect<T>(_ body: (DatabaseInspection) throws -> T) throws -> T {
    try migtui.inspect(databasePath, configuration: configuration, body)
  }

  /// Where the migrations come from, short enough for a title line.
  var title: String { project.title(databasePath: databasePath) }

  /// Where the migrations come from, and why.
  var explanation: String {
    guard let place = project.place else { return project.reason }
    return "migrations from \(place.description) (\(place.reason))"
  }
}
