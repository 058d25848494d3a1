@_exported public import MigratorEngine
import MigratorPlatform
public import MigratorSession

/// A program for an app's own migrations, with most commands of `migtui` and the console.
///
/// ```swift
/// import MigratorCommands
///
/// @main struct ClubTool: MigratorTool {
///   static var migrator: DatabaseMigrator { Club.migrator }
/// }
/// ```
///
/// `ClubTool club.sqlite` opens the console, `ClubTool status club.sqlite` lists the migrations,
/// and `ClubTool step --yes club.sqlite` applies the next one. `ClubTool help` lists all commands.
/// Dry-run copies are removed however the process ends, except after SIGKILL.
public protocol MigratorTool {
  /// The type of the source of the migrations.
  associatedtype Migrations: MigrationSource

  /// The app's migrations: a `DatabaseMigrator`, or another source.
  ///
  /// Evaluated once for each command that needs them, but not for `help`. It may be asynchronous.
  /// If it throws, the error is printed and the program exits with status 70, unless the error has
  /// its own status.
  static var migrator: Migrations { get async throws }

  /// The configuration with which the app opens its database.
  ///
  /// It provides the key, and the functions and collations that the migrations and the schema need.
  /// By default it provides none. If it sets no busy mode, steps wait up to five seconds for other
  /// programs.
  static var configuration: Configuration { get async throws }

  /// The program name in messages and in the help; by default the name of the executable.
  static var commandName: String { get }

  /// A short description for the help, without a period: `inspect the club's database`.
  static var abstract: String { get }

  /// The version that `--version` prints; by default the version of the library.
  static var version: String { get }
}

extension MigratorTool {
  /// The default configuration, with a busy timeout of five seconds.
  public static var configuration: Configuration { MigrationSession.waitingConfiguration }

  /// The file name of the executable.
  public static var commandName: String {
    CommandLine.arguments.first.map(Paths.name(of:)) ?? "\(Self.self)"
  }

  /// A general description of such programs.
  public static var abstract: String { "inspect a database and apply this app's migrations" }

  /// The version of the library.
  public static var version: String { Version.text }

  /// Parses the arguments of the process, runs the command, and exits.
  @MainActor public static func main() async {
    exit(await run())
  }

  /// Parses arguments, runs the command, and returns the exit status.
  ///
  /// For programs with their own `main`, such as servers:
  /// `await ClubTool.run(["step", "--all", "--yes", path])`. The method prints to the standard
  /// streams. Commands handle Ctrl-C, SIGTERM and SIGHUP to roll back running work. Install other
  /// handlers of these signals after the call.
  ///
  /// - Parameter arguments: The arguments without the program's name, or `nil` for those of the
  ///   process.
  /// - Returns: The exit status for the process, as `help exit` lists them.
  @MainActor public static func run(_ arguments: [String]? = nil) async -> Int32 {
    await CommandLineRun.status(of: ToolCommand<Self>.self, arguments)
  }
}
