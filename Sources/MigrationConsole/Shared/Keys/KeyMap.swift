import TerminalUI

/// Which keys ask for what: the table of bindings as it holds in a session.
public struct KeyMap: Sendable {
  /// The rows, those of screens first.
  public let table: [Binding]

  /// Creates a map; no two of its rows may share a key where both can be pressed.
  init(_ table: [Binding]) {
    self.table = table
  }

  /// The keys as they are without a configuration.
  public static let standard = KeyMap(Binding.table)

  /// Finds the binding of a key on a screen, its own first; `nil` when the key does nothing
  /// anywhere.
  func binding(for key: Key, on screen: Screen) -> Binding? {
    let found = table.filter { $0.keys.contains(key) }
    return found.first { $0.isLocal && Binding.owner(of: $0.command) == screen }
      ?? found.first { !$0.isLocal } ?? found.first
  }

  /// The row of a command.
  func binding(of command: Command) -> Binding? { table.first { $0.command == command } }

  /// The key of a command as screens spell it: that of its first key, or what it is called in the
  /// list of commands.
  func label(of command: Command) -> String {
    binding(of: command)?.keys.first?.label ?? "the command \(command.name)"
  }

  /// The tables of screens and dialogs, by the heading under which the help lists them.
  public var sections: [(group: Binding.Group, rows: [Binding])] {
    Binding.Group.allCases.map { group in
      let rows =
        group == .dialog ? Binding.question(agreeing: "agrees", canHold: true) : table
      return (group, rows.filter { $0.group == group })
    }
  }
}
