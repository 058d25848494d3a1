package import ArgumentParser
import MigrationConsole
import TerminalUI

package struct KeysCommand: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "keys",
      abstract: "List the console's keys.")
  }

  package static var help: CommandHelp {
    CommandHelp(
      examples: [
        "keys": "List the keys, with the names of their commands.",
        "keys app.sqlite": "Include the settings next to this database.",
      ],
      sections: [
        CommandHelp.Section(
          "Settings",
          """
          To change keys, write a section [keys] with lines such as `dry-run = d F6` to \
          migtui.conf, in $XDG_CONFIG_HOME/migtui or ~/.config/migtui, or next to the database. The \
          file next to the database overrides the other.
          """)
      ],
      statuses: [.success: "listed", .badMigrations: "the settings cannot be used"])
  }

  @Argument(
    help: ArgumentHelp("Also read migtui.conf next to this database.", valueName: "DB"))
  package var database: String?

  package init() {}

  @OptionGroup(title: SharedOptions.output) package var output: OutputOptions

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
