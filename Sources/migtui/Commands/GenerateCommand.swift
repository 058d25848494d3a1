import ArgumentParser
import MigratorCommands
import MigratorGenerator

/// `migtui generate FOLDER`: generates Swift types from the SQL files of a folder.
struct GenerateCommand: BatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Makes Swift types of databases from the SQL files of a folder.",
    discussion: """
      Files of one name make one database: ContactsDB.sql, ContactsDB-001.sql, \
      ContactsDB-create-indices.sql run in this order in a database in memory, and what they make is \
      read from it. Of each group a file such as ContactsDB.swift is made, with a type of the \
      database and one for the rows of each table and view. DatabaseTypes.json beside the files says \
      how.

      What is wrong with a file is printed as compilers print it, and nothing is made. A file that \
      was not made by this command is not replaced. The build plugin GenerateDatabaseTypes does the \
      same whenever a target is built.
      """)

  @Argument(help: ArgumentHelp("The folder of SQL files.", valueName: "FOLDER"))
  var folder: String

  @Option(help: ArgumentHelp("Where the Swift files go, unless beside the SQL.", valueName: "DIR"))
  var into: String?

  @OptionGroup var output: OutputOptions

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
