public import ArgumentParser
import MigrationConsole
import MigratorEngine
public import MigratorSources

/// What all commands ask for: the database, and where its migrations are.
struct DatabaseOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The database file.", valueName: "DB"))
  var database: String

  @Option(
    help: ArgumentHelp(
      "The folder of migrations; without it they are looked for beside DB.", valueName: "DIR"))
  var migrations: String?

  @Option(
    help: ArgumentHelp(
      "Whose migrations these are, where it is not seen or seen wrongly.",
      valueName: "NAME"))
  var format: MigrationFormat?

  @Option(
    help: ArgumentHelp(
      "The table in which the tool remembers what it applied, where it is not seen.",
      valueName: "TABLE"))
  var ledger: String?

  @Option(
    help: ArgumentHelp(
      "Overrules how migrations treat foreign keys: deferred (off, checked at the end), "
        + "immediate (on, cascades happen, as the connections of sqlx, D1 and Rails have them), off",
      valueName: "MODE"))
  var foreignKeys: MigrationDirectives.ForeignKeys?

  @Option(
    help: ArgumentHelp(
      "An extension of SQLite that the migrations or the schema need; code that is run. May be "
        + "repeated.", valueName: "FILE"))
  var loadExtension: [String] = []

  /// How the database and its copies are opened.
  func configuration() -> Configuration {
    var configuration = LiveConsoleEngine.patientConfiguration
    // A bare name would be looked for among the system's libraries only.
    configuration.extensionPaths = loadExtension.map { $0.contains("/") ? $0 : "./" + $0 }
    return configuration
  }

  /// What the user asked for.
  var wishes: ProjectDetection.Wishes {
    ProjectDetection.Wishes(folder: migrations, format: format, table: ledger)
  }
}

extension MigrationFormat: ExpressibleByArgument {}
extension MigrationDirectives.ForeignKeys: ExpressibleByArgument {}

/// How a batch command prints.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON, for programs.")
  var json = false
}

/// Opens a database to look, and closes it again whatever happens.
///
/// - Parameters:
///   - path: The database file.
///   - configuration: Functions, collations and extensions its schema needs.
///   - body: What to look at.
/// - Returns: What `body` returns.
/// - Throws: `OpenFailure`, or what `body` throws.
func inspect<T>(
  _ path: String, configuration: Configuration? = nil, _ body: (DatabaseInspection) throws -> T
) throws -> T {
  let inspection = try DatabaseInspection(path: path, configuration: configuration)
  let result = Result { try body(inspection) }
  try inspection.close()
  return try result.get()
}
