package import ArgumentParser
import MigratorPlatform

package struct CompletionsCommand<Root: ProgramRoot>: ProgramCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "completions",
      abstract: "Print the completion script for a shell.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "completions bash > \(ProgramName.text).bash": "Save the script, then `source` the file."
      ],
      sections: [
        CommandHelp.Section(
          "Completed words",
          """
          Commands, options, files, and the names of migrations, which are read from the database \
          on the command line.
          """)
      ])
  }

  package init() {}

  @Argument(
    help: ArgumentHelp("Print the script for this shell.", valueName: "SHELL"),
    completion: .list(CompletionScript.Shell.allCases.map(\.rawValue)))
  var shell: String

  package var printsJSON: Bool { false }

  package func validate() throws {
    guard CompletionScript.Shell(rawValue: shell) != nil else {
      throw ValidationError(
        "Unknown shell \(Printer.line(shell)). Use bash, zsh or fish.")
    }
  }

  package func perform() async throws -> ExitStatus {
    guard let shell = CompletionScript.Shell(rawValue: shell) else { return .usage }
    Printer.script(CompletionScript(for: shell, of: Root.configuration.commandName ?? "").text)
    return .success
  }
}
