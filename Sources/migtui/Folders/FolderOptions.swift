public import ArgumentParser
import MigratorCommands
public import MigratorEngine
import MigratorPlatform
import MigratorSession
public import MigratorTools

/// The options that locate the migrations and open the database.
///
/// Option groups are not nested: in debug builds, ArgumentParser's checks visit nested groups
/// repeatedly.
struct FolderOptions: SessionOptions {
  @Option(
    help: ArgumentHelp(
      "Use the migrations in this folder.",
      discussion: "By default, migtui searches next to DB, then in the current folder. "
        + "Migrations owned by another user run only if you specify the folder.", valueName: "DIR"))
  var migrations: String?

  @Option(
    help: ArgumentHelp(
      "Set the tool that the migrations belong to.",
      discussion: "By default it is recognized from the files and tables. "
        + "`migtui help formats` lists the names.", valueName: "NAME"))
  var format: MigrationFormat?

  @Option(
    help: ArgumentHelp(
      "Set the ledger, the tool's history table.",
      discussion: "By default it is recognized from its name and columns.", valueName: "TABLE"))
  var ledger: String?

  @Option(
    help: ArgumentHelp(
      "Select one of several groups of migrations in the folder.",
      discussion: "NAME is the beginning of their file names, or a folder inside the folder.",
      valueName: "NAME"))
  var group: String?

  @Option(
    help: ArgumentHelp(
      "Sort folders that are named after versions.",
      discussion: "`numbers` puts 0.2 before 0.10.", valueName: "ORDER"))
  var order: VersionOrder?

  @Option(
    help: ArgumentHelp(
      "Override how migrations treat foreign keys.",
      discussion: "`deferred`: off, and checked at the end. `immediate`: on, so that cascades "
        + "happen, as with sqlx, D1 and Rails. `off`: off, and not checked.", valueName: "MODE"))
  var foreignKeys: DatabaseMigrator.ForeignKeyChecks?

  @Option(help: .sqliteExtension) var loadExtension: [String] = []

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
        foreignKeyChecks: foreignKeys, configuration: configuration,
        settings: { try SettingsFiles.project(for: database, in: $0) }),
      configuration: configuration, copyForm: copy, backups: backups)
  }

  var words: [String] {
    let options: [(name: String, value: String?)] = [
      ("--migrations", migrations), ("--format", format?.rawValue), ("--ledger", ledger),
      ("--group", group), ("--order", order?.rawValue), ("--foreign-keys", foreignKeys?.word),
      ("--key-file", keyFile), ("--copy", copy?.rawValue),
    ]
    return options.flatMap { name, value in value.map { [name, $0] } ?? [] }
      + loadExtension.flatMap { ["--load-extension", $0] }
  }

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

struct ExtensionOptions: SessionOptions {
  @Option(help: .sqliteExtension) var loadExtension: [String] = []

  @Option(help: .keyFile, completion: .file()) var keyFile: String?

  func unlimitedSession(of database: String, backups: BackupPolicy) throws -> MigrationSession {
    MigrationSession(
      database: database, migrations: DatabaseMigrator(),
      configuration: try Opening.configuration(of: database, loadExtension, keyFile: keyFile),
      backups: backups)
  }
}

extension ArgumentHelp {
  fileprivate static var sqliteExtension: ArgumentHelp {
    ArgumentHelp(
      "Load an extension of SQLite; repeatable.",
      discussion: "For functions and modules that the migrations or the schema need. Loading it "
        + "runs its code.", valueName: "FILE")
  }
}

/// The configuration that all commands use to open databases and copies.
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

enum FormatPrompt {
  static var canAsk: Bool { StandardStream.input.isTerminal && StandardStream.output.isTerminal }

  /// Asks which of several tools is meant; returns `nil` if none was chosen.
  static func ask(_ question: AmbiguousFormatError) -> MigrationFormat? {
    choice(
      "These migrations match several tools. Which one is it?",
      among: question.candidates.map(\.evidence), option: "--format NAME"
    ).map { question.candidates[$0].tool.format }
  }

  /// Asks which of several tables is the ledger; returns `nil` if none was chosen.
  static func ask(_ question: AmbiguousLedgerError) -> String? {
    choice(
      "Several tables look like a ledger of \(question.title). Which one is it?",
      among: question.tables, option: "--ledger TABLE"
    ).map { question.tables[$0] }
  }

  /// Asks until the answer is a valid number or empty.
  static func choice(_ question: String, among answers: [String], option: String) -> Int? {
    Printer.say(question)
    for (index, answer) in answers.enumerated() { Printer.say("  \(index + 1)  \(answer)") }
    while true {
      Printer.say("Type 1 to \(answers.count), or Enter to quit. (Or pass \(option).)")
      guard let line = readLine(), !line.isEmpty else { return nil }
      if let number = Int(line), answers.indices.contains(number - 1) { return number - 1 }
    }
  }
}
