import ArgumentParser
import SQLSyntax

package struct CommandTree {
  package struct Group {
    package let name: String
    package let commands: [CommandTree]
  }

  package let name: String
  package let aliases: [String]
  package let abstract: String
  package let help: CommandHelp
  /// The arguments, including those that the help hides.
  package let arguments: [CommandArgument]
  package let subcommands: [CommandTree]
  package private(set) var groups: [Group] = []
  /// The pages of the help that do not describe a command.
  package private(set) var topics: [HelpTopic] = []
  private let defaultName: String

  /// Describes a program.
  ///
  /// - Parameter root: The program.
  /// - Throws: `JSONProblem` if ArgumentParser's description is not JSON.
  package init(of root: any ProgramRoot.Type) throws {
    self.init(HelpNode(try JSONReader.read(root._dumpHelp(), file: "help"))["command"], root)
    groups = root.configuration.groupedSubcommands.map { group in
      let names = group.subcommands.map { $0.configuration.commandName }
      return Group(name: group.name, commands: subcommands.filter { names.contains($0.name) })
    }
    topics = [HelpTopic.options(of: subcommands)] + root.topics + [.exit]
  }

  private init(_ node: HelpNode, _ type: (any ParsableCommand.Type)?) {
    name = node["commandName"].string
    aliases = node["aliases"].list.map(\.string)
    abstract = node["abstract"].string
    help = (type as? any DocumentedCommand.Type)?.help ?? CommandHelp(examples: [:])
    arguments = node["arguments"].list.map(CommandArgument.init)
    let types = type?.configuration.subcommands ?? []
    subcommands = node["subcommands"].list.map { node in
      let name = node["commandName"].string
      return CommandTree(node, types.first { $0.configuration.commandName == name })
    }
    defaultName = node["defaultSubcommand"].string
  }

  package func subcommand(_ word: String) -> CommandTree? {
    subcommands.first { $0.name == word || $0.aliases.contains(word) }
  }

  package var defaultSubcommand: CommandTree? { subcommand(defaultName) }

  package var summary: String {
    aliases.isEmpty
      ? abstract
      : abstract.prefix { $0 != "." } + " (also: \(aliases.joined(separator: ", ")))."
  }

  /// The examples that use only options of the command.
  ///
  /// An app's tool lacks some of the options.
  package var shownExamples: [CommandHelp.Example] {
    help.examples.filter { example in
      subcommands.isEmpty == false
        || example.line.matches(of: #/ (--[a-z-]+)/#).allSatisfy { option in
          arguments.contains { $0.names.contains(String(option.output.1)) }
        }
    }
  }

  /// The options of the help without `--version` and `--help`, those of the command first.
  ///
  /// If a switch is on by default, only the name that turns it off is listed. Otherwise its two
  /// names are listed together.
  package var listedOptions: [CommandArgument] {
    let arguments =
      arguments.filter { $0.sectionTitle == nil } + arguments.filter { $0.sectionTitle != nil }
    return arguments.reduce(into: []) { options, argument in
      guard argument.kind != .positional, argument.isShown,
        !["--version", "--help"].contains(argument.names.last),
        argument.names.last != argument.defaultValue
      else { return }
      if let last = options.last, last.kind == .flag, last.abstract == argument.abstract {
        options[options.count - 1].names += argument.names
      } else {
        options.append(argument)
      }
    }
  }
}

package struct CommandArgument {
  package enum Kind: String {
    case positional
    case option
    case flag
  }

  package enum Values: Equatable {
    case words([String])
    /// Names that the program looks up.
    case found
    /// A file, a folder or any other string.
    case files
  }

  package let kind: Kind
  /// The names, with their hyphens.
  package fileprivate(set) var names: [String]
  package let valueName: String
  package let abstract: String
  package let discussion: String
  package let defaultValue: String
  /// The title of its group, if several commands share it (``SharedOptions``).
  package let sectionTitle: String?
  package let values: Values
  package let isOptional: Bool
  package let isRepeating: Bool
  package let isShown: Bool

  fileprivate init(_ node: HelpNode) {
    kind = Kind(rawValue: node["kind"].string) ?? .flag
    names = node["names"].list.map {
      ($0["kind"].string == "long" ? "--" : "-") + $0["name"].string
    }
    valueName = node["valueName"].string
    abstract = node["abstract"].string
    discussion = node["discussion"].string
    defaultValue = node["defaultValue"].string
    let title = node["sectionTitle"].string
    sectionTitle = title.isEmpty ? nil : title
    isOptional = node["isOptional"].isTrue
    isRepeating = node["isRepeating"].isTrue
    isShown = node["shouldDisplay"].isTrue
    let completion = node["completionKind"]
    let words = completion["list"]["values"].list + node["allValues"].list
    values =
      completion["custom"].exists
      ? .found : words.isEmpty ? .files : .words(words.map(\.string).uniqued)
  }

  /// True if commands list only the name, and `help options` describes the option.
  package var isOnlyNamed: Bool { sectionTitle.map(SharedOptions.onlyNamed.contains) ?? false }

  /// The names and the value: `--up-to ID`.
  package var label: String {
    let names = names.joined(separator: ", ")
    return switch kind {
    case .positional: valueName
    case .flag: names
    case .option: "\(names) \(valueName)"
    }
  }

  package func description(isFull: Bool) -> String {
    var text = [abstract]
    if isFull, !discussion.isEmpty { text.append(discussion) }
    // Longer lists have their own topic of the help.
    if case .words(let words) = values, words.count < 8 {
      text.append("Values: \(words.joined(separator: ", ")).")
    }
    if kind == .option, !defaultValue.isEmpty {
      let value = defaultValue.hasSuffix(".0") ? String(defaultValue.dropLast(2)) : defaultValue
      text.append("Default: \(value).")
    }
    return text.joined(separator: " ")
  }
}

extension HelpTopic {
  fileprivate static func options(of commands: [CommandTree]) -> HelpTopic {
    let options = commands.flatMap(\.listedOptions)
    let titles = options.compactMap(\.sectionTitle).uniqued
    return HelpTopic(
      "options", "Options that several commands share",
      // List the common ones first.
      SharedOptions.order.filter(titles.contains).map { title in
        let rows = options.filter { $0.sectionTitle == title }
          .map { CommandHelp.Row($0.label, $0.description(isFull: true)) }
        return CommandHelp.Section(title, rows: rows.uniqued)
      })
  }
}

extension Array where Element: Hashable {
  fileprivate var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// A JSON value of the description; a missing value counts as empty.
private struct HelpNode {
  private let value: JSONValue?

  init(_ value: JSONValue?) { self.value = value }

  subscript(_ name: String) -> HelpNode {
    guard case .object(let members)? = value?.kind else { return HelpNode(nil) }
    return HelpNode(members.first { $0.name == name }?.value)
  }

  var exists: Bool { value != nil }

  var list: [HelpNode] {
    guard case .list(let values)? = value?.kind else { return [] }
    return values.map { HelpNode($0) }
  }

  var string: String {
    guard case .text(let text)? = value?.kind else { return "" }
    return text
  }

  var isTrue: Bool {
    guard case .bool(let value)? = value?.kind else { return false }
    return value
  }
}
