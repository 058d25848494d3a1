package import ArgumentParser
import MigrationConsole
import TerminalUI

/// `migtui keys`: the keys of the console.
package struct KeysCommand: BatchCommand {
  package static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "keys", abstract: "Lists the keys of the console.")
  }

  package init() {}

  @OptionGroup package var output: OutputOptions

  package func perform() async throws -> ExitStatus {
    if output.json {
      Printer.say([
        "keys": .array(
          Binding.sections.flatMap { group, rows in
            rows.map { row in
              [
                "group": .string(group.rawValue), "keys": .strings(row.keys.map(\.label)),
                "does": .string(row.long),
              ]
            }
          })
      ])
      return .success
    }
    for (group, rows) in Binding.sections {
      Printer.say(group.rawValue)
      for row in rows {
        let label = row.label()
        let gap = String(repeating: " ", count: max(1, 16 - label.count))
        Printer.say("  \(label)\(gap)\(row.long)")
      }
    }
    return .success
  }
}
