struct Completion {
  struct Candidate: Equatable {
    let word: String
    var meaning = ""
  }

  enum Offer {
    /// The shell's own completion of file names.
    case files
    case words([Candidate])
    /// Names that the program looks up for an argument, each after a prefix such as `--up-to=`.
    case found(CommandArgument, of: CommandTree, position: Int, prefix: String)
  }

  let offer: Offer

  /// Parses the line as ArgumentParser would.
  ///
  /// - Parameters:
  ///   - root: The program.
  ///   - words: The words between the program name and the current word, without quotes.
  ///   - current: The current word up to the cursor, without quotes.
  init(of root: CommandTree, after words: [String], current: String) {
    var line = LineReader(root)
    for word in words { line.read(word) }
    offer = line.offer(for: current)
  }
}

extension CommandTree {
  /// Returns the command that some arguments select; the program itself if there are none.
  func command(of words: some Sequence<String>) -> CommandTree {
    var line = LineReader(self)
    for word in words { line.read(word) }
    return line.command
  }
}

private struct LineReader {
  private let root: CommandTree
  private(set) var command: CommandTree
  /// The option whose value is the next word.
  private var option: CommandArgument?
  private var used: Set<String> = []
  private var positionals = 0
  private var isTerminated = false
  /// True if the next word that is not an option can name a command.
  private var canNameCommand = true

  init(_ root: CommandTree) {
    self.root = root
    command = root
  }

  mutating func read(_ word: String) {
    if option != nil {
      option = nil
    } else if isTerminated {
      takePositional()
    } else if word == "--" {
      isTerminated = true
    } else if word.hasPrefix("-"), word != "-" {
      let name = word.prefix { $0 != "=" }
      enterDefault()
      used.insert(String(name))
      option = word.contains("=") ? nil : argument(named: name)
    } else if canNameCommand, let named = command.subcommand(word) {
      command = named
    } else {
      takePositional()
    }
  }

  func offer(for current: String) -> Completion.Offer {
    if let option { return offer(of: option, at: 0, current) }
    if !isTerminated, current.hasPrefix("-") {
      if let sign = current.firstIndex(of: "=") {
        guard let option = argument(named: current[..<sign]) else { return .words([]) }
        return offer(of: option, at: 0, current, prefix: String(current[...sign]))
      }
      return words(options, current)
    }
    if canNameCommand, !isTerminated, !command.subcommands.isEmpty {
      let named = words(subcommands(of: command), current)
      // Without a command, the word is the database to open.
      guard case .words([]) = named else { return named }
      return .files
    }
    if command.name == "help" {
      let topics = root.topics.map { Completion.Candidate(word: $0.name, meaning: $0.title + ".") }
      return words(subcommands(of: root) + topics, current)
    }
    let places = command.arguments.filter { $0.kind == .positional }
    if let place = places.dropFirst(positionals).first ?? places.last(where: \.isRepeating) {
      return offer(of: place, at: min(positionals, places.count - 1), current)
    }
    return words(isTerminated ? [] : options, current)
  }

  private mutating func takePositional() {
    enterDefault()
    positionals += 1
  }

  /// If the line does not name a command, it belongs to the default command.
  private mutating func enterDefault() {
    guard canNameCommand else { return }
    if let command = command.defaultSubcommand { self.command = command }
    canNameCommand = false
  }

  private func argument(named name: Substring) -> CommandArgument? {
    command.arguments.first { $0.kind == .option && $0.names.contains(String(name)) }
  }

  private func offer(
    of argument: CommandArgument, at position: Int, _ current: String, prefix: String = ""
  ) -> Completion.Offer {
    switch argument.values {
    case .files: .files
    case .found: .found(argument, of: command, position: position, prefix: prefix)
    case .words(let values): words(values.map { .init(word: prefix + $0) }, current)
    }
  }

  private var options: [Completion.Candidate] {
    // Before a command is named, options belong to the default command.
    let command = canNameCommand ? command.defaultSubcommand ?? command : command
    return command.arguments
      .filter { $0.kind != .positional && $0.isShown }
      .filter { $0.isRepeating || used.isDisjoint(with: $0.names) }
      .flatMap { argument in argument.names.map { .init(word: $0, meaning: argument.abstract) } }
  }

  private func subcommands(of command: CommandTree) -> [Completion.Candidate] {
    command.subcommands.map { .init(word: $0.name, meaning: $0.abstract) }
  }

  private func words(
    _ candidates: [Completion.Candidate], _ current: String
  ) -> Completion.Offer {
    .words(candidates.filter { $0.word.hasPrefix(current) })
  }
}
