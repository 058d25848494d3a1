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
      var message = root.fullMessage(for: error)
      if !code.isSuccess,
        let hint = hint(on: arguments ?? Array(CommandLine.arguments.dropFirst()), root)
      {
        message = "\(hint)\n\(message)"
      }
      if !message.isEmpty {
        Printer.writeRaw(message + "\n", to: code.isSuccess ? .output : .errors)
      }
      return code.rawValue
    }
  }

  /// What a first word is that is neither a command nor a file: it would be the database to open.
  private static func hint(on arguments: [String], _ root: any ParsableCommand.Type) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-"), Files.size(of: word) == nil else {
      return nil
    }
    let names = root.configuration.subcommands.flatMap { command in
      [command.configuration.commandName].compactMap(\.self) + command.configuration.aliases
    }
    if names.contains(word) || word == "help" { return nil }
    let meant = names.first { $0.difference(from: word).count <= 2 }
    return "There is no command \(Printer.line(word)), and no such file."
      + (meant.map { " Did you mean \($0)?" } ?? "")
  }
}
