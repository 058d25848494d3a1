import ArgumentParser
import MigratorEngine
import MigratorPlatform

package enum CommandLineRun {
  /// Parses the arguments, runs the command, and returns the exit status of the process.
  ///
  /// - Parameters:
  ///   - root: The program.
  ///   - arguments: The arguments without the program's name, or `nil` for those of the process.
  /// - Returns: The status, after all output was printed.
  package static func status(
    of root: any ProgramRoot.Type, _ arguments: [String]? = nil
  ) async -> Int32 {
    if let name = root.configuration.commandName { ProgramName.set(name) }
    Signals.ignoreWriteSignals()
    Signals.exitWhenPageIsLost(message: lostPage, status: ExitStatus.inputOutput.rawValue)
    let words = arguments ?? Array(CommandLine.arguments.dropFirst())
    Printer.begin(nil)
    // On Linux, Swift reads the arguments, with the name of the program, from /proc.
    guard arguments != nil || !CommandLine.arguments.isEmpty else {
      Printer.printError(
        """
        \(ProgramName.text): Cannot read the arguments, because /proc is not mounted. Nothing was done. Mount it: \
        mount -t proc proc /proc
        """)
      return ExitStatus.inputOutput.rawValue
    }
    if let request = CompletionRequest(words) {
      // A shell cannot show an error during completion.
      Printer.writeRaw((try? request.answer(of: root)) ?? "words\0")
      return ExitStatus.success.rawValue
    }
    do {
      if words.isEmpty {
        Printer.script(try pages(of: root).start, to: .errors)
        return ExitStatus.usage.rawValue
      }
      if words == ["version"], Files.size(of: words[0]) == nil {
        Printer.say(root.configuration.version)
        return ExitStatus.success.afterOutput.ofProcess
      }
      if words[0] == "help" { return try printHelp(words.dropFirst().first, of: root) }
      var command = try root.parseAsRoot(arguments)
      Printer.begin(
        type(of: command).configuration.commandName,
        on: (command as? any ProgramCommand)?.databasePath)
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
      if code.isSuccess {
        Printer.script((try? requestedHelp(words, of: root)) ?? root.message(for: error))
        return ExitStatus.success.afterOutput.ofProcess
      }
      // If the first word is not a command, ArgumentParser parses it as the database to open.
      let isFile = words.first.map { Files.size(of: $0) != nil } ?? true
      let hint =
        isFile
        ? nil : words.first.flatMap { self.hint(on: $0, root, besides: ", and no such file") }
      printUsageError(
        hint ?? root.message(for: error), hint == nil ? words : [], of: root,
        asJSON: words.prefix { $0 != "--" }.contains("--json"))
      return code.rawValue
    }
  }

  // MARK: Help

  private static func pages(of root: any ProgramRoot.Type) throws -> HelpPages {
    HelpPages(of: try CommandTree(of: root))
  }

  private static func printHelp(
    _ word: String?, of root: any ProgramRoot.Type
  ) throws -> Int32 {
    let tree = try CommandTree(of: root)
    let pages = HelpPages(of: tree)
    guard let word, !word.hasPrefix("-") else {
      Printer.script(pages.page(of: tree))
      return ExitStatus.success.afterOutput.ofProcess
    }
    guard let page = pages.page(named: word) else {
      let meant = nearest(to: word, among: pages.names).map { " Did you mean \($0)?" } ?? ""
      printUsageError("Unknown command \(Printer.line(word)).\(meant)", [], of: root)
      return ExitStatus.usage.rawValue
    }
    Printer.script(page)
    return ExitStatus.success.afterOutput.ofProcess
  }

  /// The help that `-h` or `--help` requests; `nil` without them.
  private static func requestedHelp(
    _ words: [String], of root: any ProgramRoot.Type
  ) throws -> String? {
    let options = ["-h", "--help"]
    guard let place = words.firstIndex(where: options.contains) else { return nil }
    let tree = try CommandTree(of: root)
    return HelpPages(of: tree).page(
      of: tree.command(of: words[..<place]), words.contains("--help") ? .full : .short)
  }

  private static func printUsageError(
    _ message: String, _ words: [String], of root: any ProgramRoot.Type, asJSON: Bool = false
  ) {
    let tree = try? CommandTree(of: root)
    if asJSON {
      let name = tree.flatMap { $0.command(of: words).name == $0.name ? nil : $0 }
        .map { $0.command(of: words).name }
      Printer.begin(name)
      let help: Remedy = name.map { "See \(command: "help", $0)." } ?? "See \(command: "help")."
      Printer.say(BatchFailure(.usage, message, help).json)
    }
    var text = "\(ProgramName.text): \(message)"
    if let tree {
      let command = tree.command(of: words)
      let name = command.name == tree.name ? "" : " \(command.name)"
      text += """

        Usage: \(HelpPages(of: tree).usage(of: command))
        See `\(tree.name) help\(name)`.
        """
    }
    Printer.script(text, to: .errors)
  }

  /// The message if the disk cannot provide a page of a mapped file.
  private static var lostPage: String {
    """
    \(ProgramName.text): Cannot access a memory-mapped file, such as DB-shm: the disk is full, or another program \
    truncated the file.
    The database was not damaged. Uncommitted changes are rolled back when the database is next opened.
    Free up space on the disk. Then run `\(ProgramName.text) status DB` to see what is applied.

    """
  }

  /// The message for a word that does not name a command; `nil` for commands and options.
  private static func hint(
    on word: String, _ root: any ParsableCommand.Type, besides more: String
  ) -> String? {
    let names = names(of: root)
    if names.contains(word) || word.hasPrefix("-") { return nil }
    return "Unknown command \(Printer.line(word))\(more)."
      + (nearest(to: word, among: names).map { " Did you mean \($0)?" } ?? "")
  }

  private static func names(of root: any ParsableCommand.Type) -> [String] {
    root.configuration.subcommands.reduce(into: ["help"]) { names, command in
      names +=
        [command.configuration.commandName].compactMap(\.self) + command.configuration.aliases
    }
  }

  private static func nearest(to word: String, among names: [String]) -> String? {
    // A letter may have been moved, but not the first one: `nope` is not a misspelling of `open`.
    names.first {
      let count = $0.difference(from: word).count
      return count == 1 || (count == 2 && $0.first == word.first)
    }
  }
}
