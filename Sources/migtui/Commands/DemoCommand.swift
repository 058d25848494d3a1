import ArgumentParser
package import MigratorCommands
import MigratorEngine
import MigratorSession
import MigratorTools
package import MigtuiDemo

/// `migtui demo`: writes a demonstration database and its migrations.
struct DemoCommand: BatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Writes a demonstration database and its migrations.",
    discussion: """
      An app that follows football clubs: applied, pending, late and unregistered migrations, drift, \
      a hundred rows that break foreign keys, a migration that loses data, and two that fail. \
      Written to a new temporary folder, or to the one --into names; nothing there is replaced.
      """)

  @Option(help: ArgumentHelp("The folder to write to.", valueName: "DIR"))
  var into: String?

  @Option(
    help: ArgumentHelp(
      "Whose files and ledger.",
      valueName: "NAME"))
  var format = DemoFormat(format: .grdb)

  @Flag(help: "Open the console on it.")
  var open = false

  @OptionGroup var look: ConsoleDisplayOptions
  @OptionGroup var output: OutputOptions

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
    The same app, had it been made with another tool. Its migrations are code, which only the tool
    runs: they are shown against its ledger, with the command that would run the next one.
    """

  private static let storyOfOwn = """
    009 comes late and does no harm. 011 recreates the table player, loses an index, and by
    cascade every report. 013 adds a row that breaks a foreign key and fails; 014 has a syntax
    error in its middle. To go past 013, take its last statement away and write
    `-- migtui: foreign-keys immediate` at its head: 63 old violations are left.
    """

  private static let storyOfOthers = """
    The same app, had it been made with another tool. Foreign keys are off while a migration runs,
    and only violations that were not there before stop it. To see what cascades when they are on,
    as some tools have them, add --foreign-keys immediate to a dry run.
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
  /// The message, the next step, and the category.
  package var explanation: Explanation {
    switch self {
    case .unknownFormat(let format):
      let formats = DemoLayout.formats.map(\.rawValue).joined(separator: ", ")
      return Explanation(
        .usage, "The demonstration is not available in the format \(format.rawValue).",
        "Choose one of \(formats).")
    case .taken(let path):
      return Explanation(
        .cannotCreate, "\(path) already exists. No files were written.",
        "Choose another folder with --into, or remove the old demonstration.")
    case .refused(let path, let reason):
      return Explanation(
        .cannotCreate, "Cannot create \(path): \(reason).",
        "Choose a folder with write permission: --into DIR.")
    }
  }
}
