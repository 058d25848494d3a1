package struct HelpPages {
  enum Detail {
    /// `-h`: usage, examples, options in one sentence, exit statuses.
    case short
    /// `--help`: everything except the details of shared options.
    case full
  }

  private static let optionColumn = 25

  private let root: CommandTree

  package init(of root: CommandTree) { self.root = root }

  /// Returns the page of a command or topic, or `nil` if there is neither.
  func page(named word: String) -> String? {
    if [root.name, "help"].contains(word) { return page(of: root) }
    if let command = root.subcommand(word) { return page(of: command) }
    return root.topics.first { $0.name == word }.map(page)
  }

  func page(of command: CommandTree, _ detail: Detail = .full) -> String {
    let parts = command.name == root.name ? rootParts(detail) : parts(of: command, detail)
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private func page(of topic: HelpTopic) -> String {
    ([[topic.title + "."]] + topic.sections.map(HelpLayout.section))
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  var names: [String] {
    root.subcommands.flatMap { [$0.name] + $0.aliases } + root.topics.map(\.name)
  }

  /// The first line of a command's help, without "Usage:".
  package func usage(of command: CommandTree) -> String {
    guard command.name != root.name else {
      return "\(root.name) DB, or \(root.name) COMMAND DB [options]"
    }
    let isDefault = command.name == root.defaultSubcommand?.name
    let places = command.arguments.filter { $0.kind == .positional }.map { argument in
      let name = argument.valueName + (argument.isRepeating ? "..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    return
      ([root.name] + (isDefault ? [] : [command.name]) + places
      + (command.listedOptions.isEmpty ? [] : ["[options]"])).joined(separator: " ")
  }

  /// The text that a program without arguments prints: the first commands to type.
  var start: String {
    let rows = root.help.examples.prefix(4).map(row)
    return
      (["\(root.name): missing database or command."] + [""]
      + HelpLayout.table(rows) + ["", "All commands: \(root.name) help"])
      .joined(separator: "\n")
  }

  // MARK: Parts of pages

  private func parts(of command: CommandTree, _ detail: Detail) -> [[String]] {
    var parts = [
      HelpLayout.wrapped(command.abstract), ["Usage: \(usage(of: command))"],
      examples(of: command),
    ]
    if detail == .full { parts += command.help.sections.map(HelpLayout.section) }
    parts.append(arguments(of: command, detail))
    parts.append(options(of: command, detail))
    let references = references(in: command)
    if detail == .full, !references.isEmpty {
      parts.append(
        ["Shared options (\(root.name) help options):"]
          + HelpLayout.wrapped(references, indent: 2))
    }
    parts.append(statusPart(of: command))
    if detail == .short { parts.append(["More: \(root.name) help \(command.name)"]) }
    return parts
  }

  private func rootParts(_ detail: Detail) -> [[String]] {
    let usage =
      ["Usage:"]
      + HelpLayout.table([
        CommandHelp.Row("\(root.name) DB", "Open the console."),
        CommandHelp.Row("\(root.name) COMMAND DB [options]", "Run a command."),
        CommandHelp.Row("\(root.name) --version", "Print the version."),
      ])
    var parts = [["\(root.name) - \(root.abstract)"], usage, examples(of: root)]
    guard detail == .full else {
      let rows = root.groups.map { group in
        CommandHelp.Row(group.name, group.commands.map(\.name).joined(separator: ", "))
      }
      return parts + [
        ["Commands:"] + HelpLayout.table(rows), ["More: \(root.name) help"],
      ]
    }
    let column = 4 + (root.groups.flatMap(\.commands).map(\.name.count).max() ?? 0)
    parts += root.groups.map { group in
      ["\(group.name):"]
        + HelpLayout.table(
          group.commands.map { CommandHelp.Row($0.name, $0.summary) }, column: column)
    }
    let topics = root.topics.map { CommandHelp.Row("help \($0.name)", $0.title + ".") }
    let page = CommandHelp.Row("help COMMAND", "Explain a command; COMMAND -h is shorter.")
    parts.append(["Help:"] + HelpLayout.table([page] + topics))
    return parts + root.help.sections.map(HelpLayout.section) + [statusPart(of: root)]
  }

  private func statusPart(of command: CommandTree) -> [String] {
    command.help.statuses.isEmpty
      ? []
      : HelpLayout.wrapped(
        "\(statuses(of: command)) · all: \(root.name) help exit", hanging: 2
      )
      // Keeps a status and the first word of its meaning on one line.
      .map { $0.replacing("\u{A0}", with: " ") }
  }

  private func examples(of command: CommandTree) -> [String] {
    let rows = command.shownExamples.map(row)
    return rows.isEmpty ? [] : ["Examples:"] + HelpLayout.table(rows)
  }

  private func row(_ example: CommandHelp.Example) -> CommandHelp.Row {
    CommandHelp.Row("\(root.name) \(example.line)", example.meaning)
  }

  private func arguments(of command: CommandTree, _ detail: Detail) -> [String] {
    let rows = explained(command.arguments)
      .map { CommandHelp.Row($0.label, $0.description(isFull: detail == .full)) }
    return rows.isEmpty
      ? [] : ["Arguments:"] + HelpLayout.table(rows, column: Self.optionColumn)
  }

  private func options(of command: CommandTree, _ detail: Detail) -> [String] {
    let rows = command.listedOptions.filter { !$0.isOnlyNamed }.map { row(of: $0, detail) }
    return rows.isEmpty
      ? [] : ["Options:"] + HelpLayout.table(rows, column: Self.optionColumn)
  }

  private func row(of option: CommandArgument, _ detail: Detail) -> CommandHelp.Row {
    CommandHelp.Row(
      option.label, option.description(isFull: detail == .full && option.sectionTitle == nil))
  }

  /// The positional arguments except the required `DB`, which needs no explanation.
  private func explained(_ arguments: [CommandArgument]) -> [CommandArgument] {
    arguments.filter { $0.kind == .positional && ($0.isOptional || $0.valueName != "DB") }
  }

  package func listedArguments(of command: CommandTree) -> [CommandHelp.Row] {
    explained(command.arguments).map { CommandHelp.Row($0.label, $0.description(isFull: true)) }
      + command.listedOptions.filter { !$0.isOnlyNamed }.map { row(of: $0, .full) }
  }

  /// The names of the options that only `help options` describes; empty if there are none.
  package func references(in command: CommandTree) -> String {
    command.listedOptions.filter(\.isOnlyNamed).flatMap(\.names).joined(separator: ", ")
  }

  package func statuses(of command: CommandTree) -> String {
    let statuses = command.help.statuses.map { "\($0.status.rawValue)\u{A0}\($0.meaning)" }
    return "Exit status: \(statuses.joined(separator: " · "))"
  }
}
