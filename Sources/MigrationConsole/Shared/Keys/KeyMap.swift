import TerminalUI

/// The key bindings of a session.
public struct KeyMap: Sendable {
  /// The bindings, those of screens first.
  public let table: [Binding]

  /// Creates a map; no two bindings may share a key where both can be pressed.
  init(_ table: [Binding]) {
    self.table = table
  }

  /// The standard bindings.
  public static let standard = KeyMap(Binding.table)

  /// Finds the binding of a key on a screen, whose own bindings come first; `nil` if no screen has
  /// the key.
  func binding(for key: Key, on screen: Screen) -> Binding? {
    let found = table.filter { $0.keys.contains(key) }
    return found.first { $0.isLocal && Binding.owner(of: $0.command) == screen }
      ?? found.first { !$0.isLocal } ?? found.first
  }

  func binding(of command: Command) -> Binding? { table.first { $0.command == command } }

  /// The key of a command as screens show it, or the name of the command if it has no key.
  func label(of command: Command) -> String {
    binding(of: command)?.keys.first?.label ?? "the command \(command.name)"
  }

  /// The bindings of screens and dialogs, by their heading in the help.
  public var sections: [(group: Binding.Group, rows: [Binding])] {
    Binding.Group.allCases.map { group in
      let rows =
        group == .dialog ? Binding.question(agreeing: "confirm", canHold: true) : table
      return (group, rows.filter { $0.group == group })
    }
  }
}
