import MigrationConsole
import MigratorCommands

/// The manual page of the program, in roff.
///
/// It is generated from ArgumentParser's commands and the key bindings, so that nothing is written
/// twice.
struct ManualPage {
  let text: String

  init(of root: CommandTree, version: String) {
    let name = root.name
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(name) \(Self.escaped(version))\" \"User Commands\"",
      ".SH NAME",
      Self.escaped("\(name) - \(root.abstract)"), ".SH SYNOPSIS",
      ".B \(name)", "DB", ".br", ".B \(name)", ".I COMMAND", "[OPTIONS]", ".SH DESCRIPTION",
    ]
    lines += Self.paragraphs(root.discussion)
    lines.append(".SH COMMANDS")
    for command in root.subcommands where command.name != "help" {
      lines += [".SS \(Self.escaped("\(name) \(command.name)"))"]
      lines += Self.paragraphs(command.abstract)
      lines += Self.paragraphs(command.discussion)
      for argument in command.arguments where argument.isShown {
        let label = Self.label(of: argument)
        guard !["--version", "-h, --help"].contains(label) else { continue }
        lines += [".TP", "\\fB\(Self.escaped(label))\\fR"]
        lines.append(Self.escaped(argument.abstract))
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

  private static func label(of argument: CommandArgument) -> String {
    let names = argument.names.joined(separator: ", ")
    return switch argument.kind {
    case .positional: argument.valueName
    case .flag: names
    case .option: "\(names) \(argument.valueName)"
    }
  }

  /// Converts text to roff paragraphs; indented lines keep their line breaks.
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

  /// Escapes text for roff.
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
    // A period or an apostrophe at the start of a line would begin a roff request.
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }
}
