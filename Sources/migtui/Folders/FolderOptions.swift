public import ArgumentParser
import MigratorCommands
public import MigratorEngine
import MigratorSession
public import MigratorTools

/// The options that locate the migrations and open the database.
///
/// Option groups are not nested: in debug builds, ArgumentParser's checks visit nested groups
/// repeatedly.
struct FolderOptions: SessionOptions {
  @Option(
    help: ArgumentHelp(
      "The folder of migrations; without it they are looked for beside DB. Required to run those of "
        + "another user.", valueName: "DIR"))
  var migrations: String?

  @Option(
    help: ArgumentHelp(
      "The tool whose migrations these are, where it is not recognised.",
      valueName: "NAME"))
  var format: MigrationFormat?

  @Option(
    help: ArgumentHelp(
      "The table in which the tool records what it applied, where it is not recognised.",
      valueName: "TABLE"))
  var ledger: String?

  @Option(
    help: ArgumentHelp(
      "Which of several groups of migrations in the folder: what their files' names begin with, or a "
        + "folder in it.", valueName: "NAME"))
  var group: String?

  @Option(
    help: ArgumentHelp(
      "How folders that are named after versions are sorted: numbers (0.2 before 0.10), or names.",
      valueName: "ORDER"))
  var order: VersionOrder?

  @Option(
    help: ArgumentHelp(
      "Overrules how migrations treat foreign keys: deferred (off, checked at the end), "
        + "immediate (on, cascades happen, as the connections of sqlx, D1 and Rails have them), off",
      valueName: "MODE"))
  var foreignKeys: DatabaseMigrator.ForeignKeyChecks?

  @Option(
    help: ArgumentHelp(
      "An extension of SQLite that the migrations or the schema need; code that is run. May be "
        + "repeated.", valueName: "FILE"))
  var loadExtension: [String] = []

  @Option(help: .keyFile, completion: .file()) var keyFile: String?

  @Option(help: .copyForm) var copy: CopyKind?

  func unlimitedSession(of database: String, backups: BackupPolicy) throws -> MigrationSession {
    let configuration = try Opening.configuration(of: database, loadExtension, keyFile: keyFile)
    return MigrationSession(
      database: database,
      migrations: ProjectSource(
        databasePath: database,
        request: ProjectDetection.Request(
          folder: migrations, format: format, table: ledger, group: group, order: order),
        foreignKeyChecks: foreignKeys, configuration: configuration),
      configuration: configuration, copyForm: copy, backups: backups)
  }

  /// Asks which tool or which ledger is meant.
  func answering(_ question: any Error) -> FolderOptions? {
    guard FormatPrompt.canAsk else { return nil }
    var options = self
    switch question {
    case let question as AmbiguousFormatError:
      guard let format = FormatPrompt.ask(question) else { return nil }
      options.format = format
    case let question as AmbiguousLedgerError:
      guard let table = FormatPrompt.ask(question) else { return nil }
      options.ledger = table
    default: return nil
    }
    return options
  }
}

/// The options for opening a database without using its migrations.
struct ExtensionOptions: SessionOptions {
  @Option(
    help: ArgumentHelp(
      "An extension of SQLite that the schema needs; code that is run. May be repeated.",
      valueName: "FILE"))
  var loadExtension: [String] = []

  @Option(help: .keyFile, completion: .file()) var keyFile: String?

  func unlimitedSession(of database: String, backups: BackupPolicy) throws -> MigrationSession {
    MigrationSession(
      database: database, migrations: DatabaseMigrator(),
      configuration: try Opening.configuration(of: database, loadExtension, keyFile: keyFile),
      backups: backups)
  }
}

/// The configuration with which all commands open databases and copies.
private enum Opening {
  static func configuration(
    of database: String, _ extensions: [String], keyFile: String?
  ) throws -> Configuration {
    var configuration = WaitNotice.configuration
    // The dynamic linker would search for a bare name only among the system's libraries.
    configuration.extensionPaths = extensions.map { $0.contains("/") ? $0 : "./" + $0 }
    return try KeySource.adding(keyFile, of: database, to: configuration)
  }
}

extension MigrationFormat: ExpressibleByArgument {
  /// Parses the name of a format.
  public init?(argument: String) {
    guard let format = MigrationTools.formats.first(where: { $0.rawValue == argument }) else {
      return nil
    }
    self = format
  }

  /// The name of the format.
  public var defaultValueDescription: String { rawValue }
  /// The names of all formats.
  public static var allValueStrings: [String] { MigrationTools.formats.map(\.rawValue) }
}
extension VersionOrder: ExpressibleByArgument {}
extension DatabaseMigrator.ForeignKeyChecks: ExpressibleByArgument {
  /// Parses the name of a mode.
  public init?(argument: String) { self.init(word: argument) }
  /// The names of all modes.
  public static var allValueStrings: [String] { allCases.map(\.word) }
}
