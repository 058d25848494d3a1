import ArgumentParser
import MigrationConsole
import TerminalUI

/// `migtui keys`: the keys of the console.
struct KeysCommand: BatchCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Lists the keys of the console.")

  @OptionGroup var output: OutputOptions

  func perform() throws -> ExitStatus {
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
