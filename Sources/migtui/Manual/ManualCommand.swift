import ArgumentParser
import MigratorCommands

/// `migtui man`: prints the manual page, generated from the help.
struct ManualCommand<Root: ProgramRoot>: ProgramCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "man",
      abstract: "Print the manual page.")
  }

  static var help: CommandHelp {
    CommandHelp(examples: ["man | man -l -": "Read the page without installing it."])
  }

  var printsJSON: Bool { false }

  func perform() throws -> ExitStatus {
    Printer.script(
      ManualPage(of: try CommandTree(of: Root.self), version: Version.text, date: Version.date).text
    )
    return .success
  }
}
