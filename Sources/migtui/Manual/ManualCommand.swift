import ArgumentParser
import MigratorCommands

/// `migtui man`: prints the manual page, generated from the help.
struct ManualCommand<Root: ParsableCommand>: ProgramCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "man",
      abstract: "Prints the manual page (man 1).",
      discussion: "`migtui man | man -l -` reads it; `make install` puts it where man looks.")
  }

  var printsJSON: Bool { false }

  func perform() throws -> ExitStatus {
    Printer.script(ManualPage(of: try CommandTree(of: Root.self), version: Version.text).text)
    return .success
  }
}
