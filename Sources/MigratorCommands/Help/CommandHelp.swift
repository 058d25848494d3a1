package import ArgumentParser

/// The help of a command, in addition to its abstract and options.
///
/// Together with ArgumentParser's description, it is the only source of `-h`, `--help`, the manual
/// page and the completions.
package struct CommandHelp: Sendable {
  package struct Example: Sendable {
    /// The arguments, without the program's name.
    package let line: String
    package let meaning: String
  }

  /// A titled part: paragraphs, then a table.
  package struct Section: Sendable {
    package let title: String
    /// One paragraph per line; a line that starts with a space is printed unchanged.
    package let text: String
    package let rows: [Row]

    package init(_ title: String, _ text: String = "", rows: [Row] = []) {
      self.title = title
      self.text = text
      self.rows = rows
    }
  }

  package struct Row: Sendable, Hashable {
    package let term: String
    package let meaning: String

    package init(_ term: String, _ meaning: String) {
      self.term = term
      self.meaning = meaning
    }
  }

  package let examples: [Example]
  package let sections: [Section]
  /// The exit statuses that have a special meaning for the command.
  package let statuses: [(status: ExitStatus, meaning: String)]

  package init(
    examples: KeyValuePairs<String, String>, sections: [Section] = [],
    statuses: KeyValuePairs<ExitStatus, String> = [:]
  ) {
    self.examples = examples.map { Example(line: $0.key, meaning: $0.value) }
    self.sections = sections
    self.statuses = statuses.map { ($0.key, $0.value) }
  }
}

/// A page of the help that does not describe a command: `migtui help exit`.
package struct HelpTopic: Sendable {
  package let name: String
  package let title: String
  package let sections: [CommandHelp.Section]
  /// The heading in the manual page.
  package let heading: String

  package init(
    _ name: String, _ title: String, heading: String? = nil, _ sections: [CommandHelp.Section]
  ) {
    self.name = name
    self.heading = heading ?? name.uppercased()
    self.title = title
    self.sections = sections
  }

  static let exit = HelpTopic(
    "exit", "Exit statuses", heading: "EXIT STATUS",
    [
      CommandHelp.Section(
        "Statuses",
        rows: ExitStatus.allCases.map { status in
          CommandHelp.Row(
            String(status.rawValue),
            status.meaning + (status.advice.map { ". Next: \($0)" } ?? ""))
        })
    ])
}

package protocol DocumentedCommand: ParsableCommand {
  static var help: CommandHelp { get }
}

package protocol ProgramRoot: DocumentedCommand {
  /// The topics of the help, in addition to those of every program.
  static var topics: [HelpTopic] { get }
}

extension ProgramRoot {
  package static var topics: [HelpTopic] { [] }
}

/// The titles of option groups that several commands share.
///
/// `help options` describes the options in detail. The commands list them briefly.
package enum SharedOptions {
  package static let migrations = "Migrations and database"
  package static let output = "Output"
  package static let time = "Time"
  package static let backups = "Backups"
  package static let console = "Console"

  static let order = [migrations, output, time, backups, console]
  /// The groups whose options commands list only by name.
  static let onlyNamed: Set = [migrations, console]
}
