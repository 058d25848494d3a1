package import ArgumentParser
import MigrationConsole
import TerminalUI

/// `migtui keys`: lists the key bindings of the console.
package struct KeysCommand: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "keys",
      abstract: "Lists the keys of the console, as the configuration has them.",
      discussion: """
        The configuration is migtui.conf in $XDG_CONFIG_HOME/migtui or ~/.config/migtui, then \
        migtui.conf beside the database. Its section [keys] has lines such as `dry-run-next = d F6`; the \
        name of each command stands behind its keys here.
        """)
  }

  @Argument(help: "The database whose folder may have a migtui.conf.")
  package var database: String?

  package init() {}

  @OptionGroup package var output: OutputOptions

  package func perform() async throws -> ExitStatus {
    let keys = try SettingsFiles.settings(for: database).keyMap
    if output.json {
      Printer.say([
        "keys": .array(
          keys.sections.flatMap { group, rows in
            rows.map { row in
              [
                "group": .string(group.rawValue),
                "command": group == .dialog ? .null : .string(row.command.name),
                "keys": .strings(row.keys.map(\.label)),
                "does": .string(row.long),
              ]
            }
          })
      ])
      return .success
    }
    for (group, rows) in keys.sections {
      Printer.say(group.rawValue)
      for row in rows {
        let label = row.keys.isEmpty ? "(no key)" : row.label()
        let gap = String(repeating: " ", count: max(1, 16 - label.count))
        let name = group == .dialog ? "" : "  [\(row.command.name)]"
        Printer.say("  \(label)\(gap)\(row.long)\(name)")
      }
    }
    return .success
  }
}
