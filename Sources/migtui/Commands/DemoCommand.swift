import ArgumentParser
package import MigratorCommands
import MigratorEngine
import MigratorSession
import MigratorTools
package import MigtuiDemo

struct DemoCommand: BatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Write a sample database with good and bad migrations.")

  static var help: CommandHelp {
    CommandHelp(
      examples: [
        "demo --open": "Write the sample to a temporary folder and open it.",
        "demo --into sample": "Write the sample to this folder.",
        "demo --into goose --format goose": "Use the files and ledger of another tool.",
      ],
      sections: [
        CommandHelp.Section(
          "Contents",
          """
          The database of an app that follows football clubs. It has applied, pending, \
          out-of-order and unregistered migrations, schema drift, a hundred rows that break \
          foreign keys, a migration that loses data, and two that fail. Existing files are not \
          replaced.
          """)
      ],
      statuses: [.success: "written", .cannotCreate: "the files exist or cannot be created"])
  }

  @Option(help: ArgumentHelp("Write to this folder.", valueName: "DIR"))
  var into: String?

  @Option(
    help: ArgumentHelp(
      "Use the files and ledger of this tool.",
      discussion: "`migtui help formats` lists the names.", valueName: "NAME"))
  var format = DemoFormat(format: .grdb)

  @Flag(help: "Then open the console.")
  var open = false

  @OptionGroup(title: SharedOptions.console) var look: ConsoleDisplayOptions
  @OptionGroup(title: SharedOptions.output) var output: OutputOptions

  func perform() throws -> ExitStatus {
    let demo = try DemoWriter(into: into, format: format.format)
    try demo.write()
    if output.json {
      Printer.say([
        "database": .string(demo.databasePath), "migrations": .string(demo.migrationsPath),
      ])
    } else {
      Printer.script(Self.tour(demo) + Self.story(of: format.format))
    }
    guard open else { return .success }
    let status = try Console.open(
      MigrationSession(
        database: demo.databasePath, migrations: ProjectSource(databasePath: demo.databasePath)),
      look: look)
    // Without a terminal the status is printed. Some migrations are always pending, which is not a
    // failure.
    return status == .interrupted ? status : .success
  }

  private static func tour(_ demo: DemoWriter) -> String {
    """
    \(demo.databasePath)
    \(demo.migrationsPath)/

    Look:     migtui \(demo.databasePath)
    List:     migtui status \(demo.databasePath)
    Rehearse: migtui dry-run --all \(demo.databasePath)


    """
  }

  private static func story(of format: MigrationFormat) -> String {
    if DemoCode.formats.contains(format) { return storyOfCode }
    return format == .grdb ? storyOfOwn : storyOfOthers
  }

  private static let storyOfCode = """
    The same app with the files of another tool. Its migrations are code that only the tool runs.
    migtui compares them with the ledger and prints the command that runs the next one.
    """

  private static let storyOfOwn = """
    009 is out of order and harmless. 011 re-creates the table player, and loses an index and, by
    cascade, all reports. 013 adds a row that breaks a foreign key, and fails. 014 has a syntax
    error in the middle. To get past 013, delete its last statement and add the line
    `-- migtui: foreign-keys immediate` at the top: 63 old violations remain.
    """

  private static let storyOfOthers = """
    The same app with the files of another tool. Foreign keys are off while a migration runs, and
    only new violations stop it. Some tools turn them on: add --foreign-keys immediate to a dry run
    to see the cascades.
    """
}

struct DemoFormat: ExpressibleByArgument {
  let format: MigrationFormat

  init(format: MigrationFormat) { self.format = format }

  init?(argument: String) {
    guard let format = DemoLayout.formats.first(where: { $0.rawValue == argument }) else {
      return nil
    }
    self.format = format
  }

  var defaultValueDescription: String { format.rawValue }
  static var allValueStrings: [String] { DemoLayout.formats.map(\.rawValue) }
}

extension DemoFailure: ExplainedError {
  package var explanation: Explanation {
    switch self {
    case .unknownFormat(let format):
      let formats = DemoLayout.formats.map(\.rawValue).joined(separator: ", ")
      return Explanation(
        .usage, "The sample cannot be written in the format \(format.rawValue).",
        "Choose one of \(formats).")
    case .taken(let path):
      return Explanation(
        .cannotCreate, "\(path) already exists. No files were written.",
        "Choose another folder with --into, or remove the old sample.")
    case .refused(let path, let reason):
      return Explanation(
        .cannotCreate, "Cannot create \(path): \(reason).",
        "Choose a folder that you can write to: --into DIR.")
    }
  }
}
