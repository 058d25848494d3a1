import ArgumentParser
import MigratorSources

/// What all commands ask for: the database, and where its migrations are.
struct DatabaseOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The database file.", valueName: "DB"))
  var database: String

  @Option(
    help: ArgumentHelp(
      "The folder of migrations; without it they are looked for beside DB.", valueName: "DIR"))
  var migrations: String?
}

/// How a batch command prints.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON, for programs.")
  var json = false
}
