import MigratorGenerator
import MigrationConsole

/// The manual page of the program, in roff.
///
/// It has the commands as ArgumentParser knows them and the table of keys; nothing in it is written twice.
struct ManualPage {
  /// The page.
  let text: String

  /// Makes the page of what ArgumentParser tells of the commands, in JSON.
  init(ofHelp help: String, version: String) throws {
    let root = Node(try JSONReader.read(help, file: "help"))["command"]
    let name = root["commandName"].string
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(name) \(Self.escaped(version))\" \"User Commands\"",
      ".SH NAME",
      Self.escaped("\(name) - \(root["abstract"].string)"), ".SH SYNOPSIS",
      ".B \(name)", "DB", ".br", ".B \(name)", ".I COMMAND", "[OPTIONS]", ".SH DESCRIPTION",
    ]
    lines += Self.paragraphs(root["discussion"].string)
    lines.append(".SH COMMANDS")
    for command in root["subcommands"].list where command["commandName"].string != "help" {
      lines += [".SS \(Self.escaped("\(name) \(command["commandName"].string)"))"]
      lines += Self.paragraphs(command["abstract"].string)
      lines += Self.paragraphs(command["discussion"].string)
      for argument in command["arguments"].list where argument["shouldDisplay"].isTrue {
        let label = Self.label(of: argument)
        guard !["--version", "-h, --help"].contains(label) else { continue }
        lines += [".TP", "\\fB\(Self.escaped(label))\\fR"]
        lines.append(Self.escaped(argument["abstract"].string))
      }
    }
    lines.append(".SH KEYS")
    for (group, rows) in KeyMap.standard.sections {
      lines.append(".SS \(Self.escaped(group.rawValue))")
      for row in rows {
        lines += [".TP", "\\fB\(Self.escaped(row.label()))\\fR", Self.escaped(row.long)]
      }
    }
    text = lines.joined(separator: "\n")
  }

  private static func label(of argument: Node) -> String {
    let names = argument["names"].list.map { name in
      (name["kind"].string == "long" ? "--" : "-") + name["name"].string
    }
    let value = argument["valueName"].string
    switch argument["kind"].string {
    case "positional": return value
    case "flag": return names.joined(separator: ", ")
    default: return "\(names.joined(separator: ", ")) \(value)"
    }
  }

  /// Paragraphs of text, a paragraph of roff each; what is indented keeps its lines.
  private static func paragraphs(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines = [".PP"]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        lines.append(".PP")
      } else {
        if line.first == " ", lines.last != ".PP" { lines.append(".br") }
        lines.append(escaped(String(line)))
      }
    }
    return lines
  }

  /// Text that roff takes for nothing else.
  private static func escaped(_ text: String) -> String {
    let safe = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "↑": result += "Up"
      case "↓": result += "Down"
      case "←": result += "Left"
      case "→": result += "Right"
      default: result.append(character)
      }
    }
    // A point or an apostrophe at the start of a line would be a request.
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }
}

/// A value of the help, where what is missing is empty.
private struct Node {
  private let value: JSONValue?

  init(_ value: JSONValue?) { self.value = value }

  subscript(_ name: String) -> Node {
    guard case .object(let members)? = value?.kind else { return Node(nil) }
    return Node(members.first { $0.name == name }?.value)
  }

  var list: [Node] {
    guard case .list(let values)? = value?.kind else { return [] }
    return values.map { Node($0) }
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
