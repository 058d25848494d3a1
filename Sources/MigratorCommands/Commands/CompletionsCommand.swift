package import ArgumentParser

/// `migtui completions SHELL`: prints the completion script for a shell.
package struct CompletionsCommand<Root: ParsableCommand>: ProgramCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "completions",
      abstract: "Prints the completions for a shell: bash, zsh or fish.",
      discussion: """
        Commands, options, files, and the names of migrations, which are read from the database on the line. \
        `make install` installs them where the shells look.
        """)
  }

  package init() {}

  @Argument(
    help: ArgumentHelp("bash, zsh or fish.", valueName: "SHELL"),
    completion: .list(CompletionScript.Shell.allCases.map(\.rawValue)))
  var shell: String

  package var printsJSON: Bool { false }

  package func validate() throws {
    guard CompletionScript.Shell(rawValue: shell) != nil else {
      throw ValidationError(
        "There are completions for bash, zsh and fish, not for \(Printer.line(shell)).")
    }
  }

  package func perform() async throws -> ExitStatus {
    guard let shell = CompletionScript.Shell(rawValue: shell) else { return .usage }
    Printer.script(CompletionScript(for: shell, of: Root.configuration.commandName ?? "").text)
    return .success
  }
}
