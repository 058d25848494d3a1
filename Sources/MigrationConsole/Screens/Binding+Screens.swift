import TerminalUI

extension Binding {
  /// The standard bindings; no two share a key where both can be pressed.
  public static let table =
    Screens.all.map { screen in
      let state = Screens()[screen]
      return Binding(
        command: .show(screen), keys: [.char(Character("\(screen.number)"))], short: nil,
        long: "\(state.title): \(state.help)", group: .look)
    } + Screens.bindings + common

  /// The screen that owns a command, or `nil` if the command is the same everywhere.
  static func owner(of command: Command) -> Screen? { Screens.owner(of: command) }

  /// The bindings of screens and dialogs, by their heading in the help.
  public static var sections: [(group: Group, rows: [Binding])] { KeyMap.standard.sections }
}
