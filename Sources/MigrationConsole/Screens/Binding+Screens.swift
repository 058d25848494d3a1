import TerminalUI

extension Binding {
  /// The table: no two bindings share a key that can both be pressed at once.
  public static let table =
    Screens.all.map { screen in
      let state = Screens()[screen]
      return Binding(
        command: .show(screen), keys: [.char(Character("\(screen.number)"))], short: nil,
        long: "\(state.title): \(state.help)", group: .look)
    } + Screens.bindings + common

  /// The screen that a command belongs to, or `nil` when it is the same everywhere.
  static func owner(of command: Command) -> Screen? { Screens.owner(of: command) }

  /// The tables of screens and dialogs, by the heading under which the help lists them.
  public static var sections: [(group: Group, rows: [Binding])] { KeyMap.standard.sections }
}
