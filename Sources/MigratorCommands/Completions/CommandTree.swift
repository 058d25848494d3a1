package import ArgumentParser
import MigratorGenerator

/// A command with its arguments and subcommands, as described by ArgumentParser.
package struct CommandTree {
  package let name: String
  package let aliases: [String]
  package let abstract: String
  /// The paragraphs of the help.
  package let discussion: String
  /// The arguments, including those that the help hides.
  package let arguments: [CommandArgument]
  package let subcommands: [CommandTree]
  private let defaultName: String

  /// Describes a program.
  ///
  /// - Parameter root: The program.
  /// - Throws: `GeneratorProblem` if ArgumentParser's description is not JSON.
  package init(of root: any ParsableCommand.Type) throws {
    self.init(HelpNode(try JSONReader.read(root._dumpHelp(), file: "help"))["command"])
  }

  private init(_ node: HelpNode) {
    name = node["commandName"].string
    aliases = node["aliases"].list.map(\.string)
    abstract = node["abstract"].string
    discussion = node["discussion"].string
    arguments = node["arguments"].list.map(CommandArgument.init)
    subcommands = node["subcommands"].list.map(CommandTree.init)
    defaultName = node["defaultSubcommand"].string
  }

  /// Returns the subcommand with a name or alias, or `nil`.
  package func subcommand(_ word: String) -> CommandTree? {
    subcommands.first { $0.name == word || $0.aliases.contains(word) }
  }

  /// The subcommand that runs if none is named, or `nil`.
  package var defaultSubcommand: CommandTree? { subcommand(defaultName) }
}

package struct CommandArgument {
  /// The syntax of an argument.
  package enum Kind: String {
    /// Given by position.
    case positional
    /// A name with a value.
    case option
    /// A name without a value.
    case flag
  }

  /// The possible values.
  package enum Values: Equatable {
    /// One of these words.
    case words([String])
    /// Names that the program finds.
    case found
    /// A file, a folder or any other string.
    case files
  }

  package let kind: Kind
  /// The names, with their hyphens.
  package let names: [String]
  package let valueName: String
  package let abstract: String
  package let values: Values
  package let isRepeating: Bool
  /// True if the help lists the argument.
  package let isShown: Bool

  fileprivate init(_ node: HelpNode) {
    kind = Kind(rawValue: node["kind"].string) ?? .flag
    names = node["names"].list.map {
      ($0["kind"].string == "long" ? "--" : "-") + $0["name"].string
    }
    valueName = node["valueName"].string
    abstract = node["abstract"].string
    isRepeating = node["isRepeating"].isTrue
    isShown = node["shouldDisplay"].isTrue
    let completion = node["completionKind"]
    let words = completion["list"]["values"].list + node["allValues"].list
    values =
      completion["custom"].exists
      ? .found : words.isEmpty ? .files : .words(words.map(\.string).uniqued)
  }
}

extension [String] {
  /// The elements without duplicates, in order.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
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
