package import ArgumentParser
import MigratorPlatform

/// One run of a program that has commands.
package enum CommandLineRun {
  /// Parses the arguments, does what they ask for, and returns what the process should exit with.
  ///
  /// - Parameters:
  ///   - root: The program.
  ///   - arguments: The arguments without the program's name, or `nil` for those of the process.
  /// - Returns: The status; what is to be said was printed.
  package static func status(
    of root: any ParsableCommand.Type, _ arguments: [String]? = nil
  ) async -> Int32 {
    if let name = root.configuration.commandName { ProgramName.set(name) }
    do {
      var command = try root.parseAsRoot(arguments)
      if let command = command as? any ProgramCommand { return await command.finish() }
      try command.run()
      return ExitStatus.success.rawValue
    } catch {
      let code = root.exitCode(for: error)
      let message = root.fullMessage(for: error)
      if !message.isEmpty {
        Printer.writeRaw(message + "\n", to: code.isSuccess ? .output : .errors)
      }
      return code.rawValue
    }
  }
}
