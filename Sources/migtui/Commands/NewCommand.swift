import ArgumentParser
import MigratorCommands
import MigratorEngine
import MigratorPlatform
import MigratorSession
import MigratorTools

struct NewCommand: BatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create the next migration file.")

  static var help: CommandHelp {
    CommandHelp(
      examples: [
        "new add player nicknames": "Create Migrations/015_add_player_nicknames.sql.",
        "new add nicknames --migrations db/changes": "Create the file in this folder.",
        "new add nicknames --database app.sqlite": "Use the folder next to this database.",
        "new city --to wanted.sql": "Write the statements that lead to the schema of a script.",
        "new city --to wanted.sql --no-renames": "Drop the objects that the script lacks.",
        "new city --to wanted.sql --from app.sqlite": "Start from this database; try it on a copy.",
      ],
      sections: [
        CommandHelp.Section(
          "Style",
          """
          The new file follows the existing migrations: their tool, folder, and numbers or \
          timestamps. If there are none, it is Migrations/001_NAME.sql, and migtui creates this \
          folder. A folder that you name must exist. Existing files and databases are not changed.
          """),
        CommandHelp.Section(
          "Wanted schema",
          """
          With --to, the file changes the schema that all migrations produce to the wanted one. A \
          table is rebuilt only if ALTER TABLE cannot make the change. Its rows, triggers and \
          indexes and the rows of other tables are kept, with foreign keys on or off.
          migtui tries the file on generated rows before keeping it. If a table or column is missing \
          while another is new, migtui asks, or lists the options that answer.
          With --from, it also runs on a copy of that database, and the output lists the changed rows \
          and the losses. No file is written if it fails there, or if it loses values that the \
          wanted schema has a place for, unless --agree accepts this. Without --from, it is written.
          """),
      ],
      statuses: [
        .success: "created, or the schema already matches",
        .found: "questions are open; nothing was written",
        .migrationFailed:
          "it fails on a copy of the database of --from, or loses values there without consent; "
          + "nothing was written",
        .blocked: "only the migrations' own tool can create them, or no safe form exists",
        .usage: "several tools match, so pass --format; or the name has no letter or digit",
        .noInput: "the folder or a file does not exist",
        .internalError: "the planned migration does not pass its trial; nothing was written",
        .cannotCreate: "the file exists or cannot be created",
        .badMigrations: "WANTED or a migration cannot be used",
      ])
  }

  @Argument(
    help: ArgumentHelp("Describe the migration in a few words.", valueName: "NAME"))
  var name: [String]

  @Option(help: ArgumentHelp("Search for migrations next to this database.", valueName: "DB"))
  var database: String?

  @Option(help: ArgumentHelp("Create the file in this folder.", valueName: "DIR"))
  var migrations: String?

  @Option(
    help: ArgumentHelp(
      "Set the tool that the migrations belong to.",
      discussion: "`migtui help formats` lists the names.", valueName: "NAME"))
  var format: MigrationFormat?

  @OptionGroup(title: "Schema") var schema: SchemaOptions

  @OptionGroup(title: SharedOptions.migrations) var options: ExtensionOptions
  @OptionGroup(title: SharedOptions.output) var output: OutputOptions

  func validate() throws {
    // The file name consists of the letters and digits of the description.
    guard name.joined().contains(where: { $0.isLetter || $0.isNumber }) else {
      throw ValidationError("Describe the migration in words: they become the name of its file.")
    }
  }

  func perform() async throws -> ExitStatus {
    let (tool, folder, path, isEmpty) = try await target()
    let title = name.joined(separator: " ")
    if let wanted = schema.to {
      return try await write(wanted, title, for: tool, in: folder, at: path, isEmpty: isEmpty)
    }
    let new = try NewMigration(title: title, for: tool, in: folder, isEmpty: isEmpty)
    let files = try new.files(for: tool, at: path)
    try files.write()
    let paths = files.map(\.path)
    if output.json {
      Printer.say(json(tool, paths))
    } else {
      Printer.say(paths)
      // On standard error, because scripts may pass the printed paths to an editor.
      tool.afterWriting.map(Printer.printError)
    }
    return .success
  }

  private func tables() async throws -> DatabaseTables {
    guard let database else { return DatabaseTables() }
    return try await options.session(of: database).inspect {
      try $0.read { try ProjectDetection.tables($0) }
    }
  }

  /// The migration tool, its folder and the path for new files; creates the folder of a new project.
  private func target() async throws -> (
    tool: any MigrationTool, folder: FolderTree, path: String, isEmpty: Bool
  ) {
    let request = ProjectDetection.Request(folder: migrations, format: format)
    let tables = try await tables()
    if let migrations, Files.kind(of: migrations) == nil { throw Self.missing(migrations) }
    let detection = try ProjectDetection(
      databasePath: database ?? "database", tables: tables, request: request)
    if detection.isQuestion { throw AmbiguousFormatError(candidates: detection.alternatives) }
    let choice = detection.choice
    let tool = choice?.tool ?? MigrationTools.own
    if let place = choice?.place {
      let isEmpty = choice?.files == nil
      return (tool, try FolderTree(path: place.path, stem: place.stem), place.path, isEmpty)
    }
    let path = migrations ?? Project.newFolder
    do throws(SystemFailure) {
      try Files.createFolders(path)
    } catch {
      throw MigrationWriteFailure("create the folder", path, error)
    }
    return (tool, try FolderTree(path: path), path, true)
  }

  /// A named folder is not created, because its name may contain a typing error.
  private static func missing(_ folder: String) -> BatchFailure {
    BatchFailure(
      .noInput, "\(folder): the folder does not exist. No file was written.",
      "Check the path, or create the folder: \(shell: "mkdir", "-p", folder).")
  }
}
