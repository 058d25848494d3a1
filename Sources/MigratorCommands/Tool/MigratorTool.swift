@_exported public import MigratorEngine
import MigratorPlatform
public import MigratorSession

/// A program that shows and steps an app's own migrations: all commands of `migtui`, and the console.
///
/// ```swift
/// import MigratorCommands
///
/// @main struct ClubTool: MigratorTool {
///   static var migrator: DatabaseMigrator { Club.migrator }
/// }
/// ```
///
/// `ClubTool club.sqlite` then opens the console, `ClubTool status club.sqlite` lists the migrations,
/// `ClubTool step --yes club.sqlite` applies the next one; `ClubTool help` names all commands, options
/// and exit statuses. Copies that dry runs make are gone on every way out but SIGKILL.
public protocol MigratorTool {
  /// Where the migrations come from.
  associatedtype Migrations: MigrationSource

  /// The app's migrations: a `DatabaseMigrator`, or another source.
  ///
  /// Asked for once for each command that needs them, not for `help`. May be asynchronous, and may
  /// throw; what it throws is printed, and the program ends with 70.
  static var migrator: Migrations { get async throws }

  /// How the app opens its database: functions and collations that the migrations and the schema need,
  /// a key. By default nothing is added.
  ///
  /// Where it sets no busy mode, steps wait up to five seconds for other programs.
  static var configuration: Configuration { get async throws }

  /// What the program is called in its help and in what it says; by default the name it was started by.
  static var commandName: String { get }

  /// What the program is, in a sentence, for its help.
  static var abstract: String { get }

  /// The version that `--version` prints; by default that of the library.
  static var version: String { get }
}

extension MigratorTool {
  /// Adds nothing.
  public static var configuration: Configuration { MigrationSession.waitingConfiguration }

  /// The name of the file that was started.
  public static var commandName: String {
    CommandLine.arguments.first.map(Paths.name(of:)) ?? "\(Self.self)"
  }

  /// Says that the migrations are the program's own.
  public static var abstract: String { "Looks at a database and steps this app's migrations." }

  /// The version of the library.
  public static var version: String { Version.text }

  /// Parses the arguments of the process, does what they ask for, and exits.
  @MainActor public static func main() async {
    SQLiteLibrary.makeRoomForNames()
    exit(await run())
  }

  /// Parses arguments, does what they ask for, and returns.
  ///
  /// For programs with a `main` of their own, such as servers: `await ClubTool.run(["step", "--all",
  /// "--yes", path])`. Prints to the standard streams. Commands take Ctrl-C, SIGTERM and SIGHUP from
  /// their begin on, to roll back what runs: begin what handles signals after that.
  ///
  /// - Parameter arguments: The arguments without the program's name, or `nil` for those of the process.
  /// - Returns: What the process should exit with, as the help lists it.
  @MainActor public static func run(_ arguments: [String]? = nil) async -> Int32 {
    await CommandLineRun.status(of: ToolCommand<Self>.self, arguments)
  }
}
