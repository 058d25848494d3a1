import ArgumentParser
import MigrationConsole
import MigratorCommands

/// `migtui man`: prints the manual page, generated from the help.
struct ManualCommand<Root: ProgramRoot>: ProgramCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "man",
      abstract: "Print the manual page.")
  }

  static var help: CommandHelp {
    CommandHelp(examples: ["man | man -l -": "Read the page without installing it."])
  }

  var printsJSON: Bool { false }

  func perform() throws -> ExitStatus {
    Printer.script(
      ManualPage(of: try CommandTree(of: Root.self), version: Version.text, date: Version.date).text
    )
    return .success
  }
}

/// The manual page of the program, in roff.
///
/// It has the contents of the help, and the key bindings.
struct ManualPage {
  let text: String

  init(of root: CommandTree, version: String, date: String) {
    let name = root.name
    var lines = [
      ".TH \(name.uppercased()) 1 \"\(date)\" \"\(name) \(Self.escaped(version))\" \"User Commands\"",
      ".SH NAME",
      Self.escaped("\(name) - \(root.abstract)"), ".SH SYNOPSIS",
      ".B \(name)", "DB", ".br", ".B \(name)", ".I COMMAND", "DB [options]", ".SH DESCRIPTION",
    ]
    lines += root.help.sections.flatMap { Self.paragraphs($0.text) }
    lines += [".SH EXAMPLES"] + Self.examples(of: root, in: name)
    let pages = HelpPages(of: root)
    lines.append(".SH COMMANDS")
    for command in root.groups.flatMap(\.commands) {
      lines += [".SS \(Self.escaped("\(name) \(command.name)"))"]
      lines += Self.filled(command.summary) + [".PP"] + Self.filled(pages.usage(of: command))
      lines += Self.examples(of: command, in: name)
      for section in command.help.sections { lines += Self.section(section) }
      lines += Self.table(pages.listedArguments(of: command))
      let references = pages.references(in: command)
      if !references.isEmpty { lines += [".PP"] + Self.filled("See OPTIONS for: \(references).") }
      if !command.help.statuses.isEmpty {
        lines += [".PP"] + Self.filled(pages.statuses(of: command))
      }
    }
    for topic in root.topics {
      lines.append(".SH \(topic.heading)")
      for section in topic.sections { lines += Self.section(section) }
    }
    lines.append(".SH KEYS")
    for (group, rows) in KeyMap.standard.sections {
      lines.append(".SS \(Self.escaped(group.rawValue))")
      for row in rows {
        lines += [".TP", "\\fB\(Self.escaped(row.label()))\\fR"] + Self.filled(row.long)
      }
    }
    // A heading starts a paragraph.
    text = lines.indices
      .filter { lines[$0] != ".PP" || $0 == 0 || !lines[$0 - 1].hasPrefix(".S") }
      .map { lines[$0] }.joined(separator: "\n")
  }

  private static func examples(of command: CommandTree, in program: String) -> [String] {
    table(command.shownExamples.map { CommandHelp.Row("\(program) \($0.line)", $0.meaning) })
  }

  private static func section(_ section: CommandHelp.Section) -> [String] {
    let text = paragraphs(section.text)
    return [".PP", "\\fB\(escaped(section.title))\\fR"] + (text.isEmpty ? [] : [".br"])
      + text.drop { $0 == ".PP" } + table(section.rows)
  }

  private static func table(_ rows: [CommandHelp.Row]) -> [String] {
    rows.flatMap { [".TP", "\\fB\(escaped($0.term))\\fR"] + filled($0.meaning) }
  }

  /// Converts text to roff paragraphs, one per line; an indented line is kept as a separate line.
  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n").flatMap { line in
      line.first == " " ? [escaped(String(line))] : [".PP"] + filled(String(line))
    }
  }

  /// Escapes a paragraph, in lines of at most 80 bytes.
  private static func filled(_ text: String) -> [String] {
    text.split(separator: " ").map { escaped(String($0)) }.reduce(into: []) { lines, word in
      if let last = lines.last, last.utf8.count + word.utf8.count < 80 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
  }

  private static func escaped(_ text: String) -> String {
    let safe = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "↑": result += "Up"
      case "↓": result += "Down"
      case "←": result += "Left"
      case "→": result += "Right"
      case "·": result += "\\(bu"
      case "\u{A0}": result += "\\~"
      default: result.append(character)
      }
    }
    // A period or an apostrophe at the start of a line would begin a roff request.
    return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
  }
}
