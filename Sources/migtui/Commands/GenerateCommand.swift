import ArgumentParser
import MigratorCommands
import MigratorGenerator

struct GenerateCommand: BatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate Swift types from SQL files.")

  static var help: CommandHelp {
    CommandHelp(
      examples: [
        "generate sql": "Write the Swift files next to the SQL files.",
        "generate sql --into Sources/App": "Write the Swift files to this folder.",
      ],
      sections: [
        CommandHelp.Section(
          "Files",
          """
          Files with the same name form one database: ContactsDB.sql, ContactsDB-001.sql and \
          ContactsDB-create-indices.sql run in this order in an in-memory database. ContactsDB.swift \
          then contains a type for the database, and one for the rows of each table and view. \
          Configure the output in DatabaseTypes.json next to the SQL files.
          Problems are printed like compiler messages; after an error nothing is written. Files \
          that this command did not generate are not replaced. The build plugin \
          GenerateDatabaseTypes does the same whenever a target is built.
          """)
      ],
      statuses: [
        .success: "generated",
        .cannotCreate: "a Swift file cannot be written",
        .badMigrations: "an SQL file or the settings cannot be used",
      ])
  }

  @Argument(help: ArgumentHelp("Read the SQL files in this folder.", valueName: "FOLDER"))
  var folder: String

  @Option(help: ArgumentHelp("Write the Swift files to this folder.", valueName: "DIR"))
  var into: String?

  @OptionGroup(title: SharedOptions.output) var output: OutputOptions

  func perform() -> ExitStatus {
    do throws(GeneratorFailure) {
      let report = try GeneratorFolder(folder).generate(into: into ?? folder)
      tell(report.files, report.warnings)
      return .success
    } catch {
      tell([], error.problems)
      return error.cause == .input ? .badMigrations : .cannotCreate
    }
  }

  private func tell(_ files: [GeneratorReport.File], _ problems: [GeneratorProblem]) {
    if output.json {
      Printer.say([
        "files": .array(
          files.map { ["path": .string($0.path), "isChanged": .bool($0.isChanged)] }),
        "problems": .array(problems.map(Self.json)),
      ])
    } else {
      for file in files { Printer.say(file.isChanged ? file.path : "\(file.path) (unchanged)") }
    }
    for problem in problems { Printer.printError(problem.description) }
  }

  private static func json(_ problem: GeneratorProblem) -> JSON {
    [
      "severity": .string(problem.severity.rawValue), "file": .string(problem.location.file),
      "line": .integer(Int64(problem.location.line)),
      "column": .integer(Int64(problem.location.column)), "message": .string(problem.message),
    ]
  }
}
