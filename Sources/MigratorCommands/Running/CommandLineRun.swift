package import ArgumentParser
import MigratorPlatform

/// One run of a program with commands.
package enum CommandLineRun {
  /// Parses the arguments, runs the command, and returns the exit status of the process.
  ///
  /// - Parameters:
  ///   - root: The program.
  ///   - arguments: The arguments without the program's name, or `nil` for those of the process.
  /// - Returns: The status; all output was printed.
  package static func status(
    of root: any ParsableCommand.Type, _ arguments: [String]? = nil
  ) async -> Int32 {
    if let name = root.configuration.commandName { ProgramName.set(name) }
    Signals.ignoreWriteSignals()
    Signals.exitWhenPageIsLost(message: lostPage, status: ExitStatus.inputOutput.rawValue)
    let words = arguments ?? Array(CommandLine.arguments.dropFirst())
    if let request = CompletionRequest(words) {
      // A shell cannot show an error during completion.
      Printer.writeRaw((try? request.answer(of: root)) ?? "words\0")
      return ExitStatus.success.rawValue
    }
    do {
      // ArgumentParser would print the help of the whole program.
      if words.first == "help", words.count > 1, let hint = hint(on: words[1], root) {
        throw ValidationError(hint)
      }
      var command = try root.parseAsRoot(arguments)
      if let command = command as? any ProgramCommand {
        let status = await command.finish()
        // A mistyped command was parsed as the database to open.
        if status == ExitStatus.noInput.rawValue, words.count == 1,
          let meant = nearest(to: words[0], among: names(of: root))
        {
          Printer.printError("Did you mean the command \(meant)?")
        }
        return status
      }
      try command.run()
      return ExitStatus.success.rawValue
    } catch {
      let code = root.exitCode(for: error)
      var message = root.fullMessage(for: error)
      // If the first word is not a command, ArgumentParser parses it as the database to open.
      if !code.isSuccess, let word = words.first, Files.size(of: word) == nil,
        let hint = hint(on: word, root, besides: ", and no such file")
      {
        message = "\(hint)\n\(message)"
      }
      if !message.isEmpty {
        Printer.script(message, to: code.isSuccess ? .output : .errors)
      }
      return code.isSuccess ? ExitStatus.success.afterOutput.ofProcess : code.rawValue
    }
  }

  /// The message for a page of a mapped file that the disk cannot provide.
  private static var lostPage: String {
    """
    \(ProgramName.text): The disk could not provide a page of a file that is mapped into memory, such as DB-shm. It is \
    full, or another program shortened the file.
    The database was not damaged. A change that was not committed is rolled back when the database is opened next.
    Free some space on the disk, and run `\(ProgramName.text) status DB` to see what is applied.

    """
  }

  /// The message for a word that does not name a command; `nil` for commands and options.
  private static func hint(
    on word: String, _ root: any ParsableCommand.Type, besides more: String = ""
  ) -> String? {
    let names = names(of: root)
    if names.contains(word) || word.hasPrefix("-") { return nil }
    return "There is no command \(Printer.line(word))\(more)."
      + (nearest(to: word, among: names).map { " Did you mean \($0)?" } ?? "")
  }

  private static func names(of root: any ParsableCommand.Type) -> [String] {
    root.configuration.subcommands.reduce(into: ["help"]) { names, command in
      names +=
        [command.configuration.commandName].compactMap(\.self) + command.configuration.aliases
    }
  }

  private static func nearest(to word: String, among names: [String]) -> String? {
    names.first { $0.difference(from: word).count <= 2 }
  }
}
