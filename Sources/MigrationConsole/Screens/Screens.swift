import TerminalUI

/// The state of each screen.
///
/// To add a screen, create a folder next to this file, add its state here, and extend `list`.
struct Screens: Sendable {
  var migrations = MigrationsScreen()
  var schema = SchemaScreen()
  var violations = ViolationsScreen()
  var history = HistoryScreen()
  var diagram = DiagramScreen()
  var trace = TraceScreen()
  var rows = RowsScreen()

  /// The screens with a number key, in the order of their keys.
  private static let numbered = [
    Place(\.migrations), Place(\.schema), Place(\.violations), Place(\.history),
    Place(\.diagram),
  ]

  /// All screens; those without a number key come last.
  private static let list = numbered + [Place(\.trace), Place(\.rows)]

  static var all: [Screen] { numbered.indices.map { Screen(number: $0 + 1) } }

  static var every: [Screen] { list.indices.map { Screen(number: $0 + 1) } }

  static let bindings = list.flatMap(\.bindings)

  /// The screen that owns a command, or `nil` if the command is the same everywhere.
  static func owner(of command: Command) -> Screen? { owners[command] }

  private static let owners: [Command: Screen] = Dictionary(
    zip(every, list).flatMap { screen, place in
      place.bindings.map { ($0.command, screen) }
    }
  ) { first, _ in first }

  subscript(_ screen: Screen) -> any ConsoleScreen {
    get { Self.list[screen.number - 1].get(self) }
    set { Self.list[screen.number - 1].set(&self, newValue) }
  }

  /// Passes a message to every screen in place, because copying long lists is slow.
  mutating func handle(_ message: WorkMessage, in scene: inout SharedState) -> [Outcome] {
    Self.list.map { $0.handle(&self, message, &scene) }
  }

  /// Access to the state of one screen.
  private struct Place: Sendable {
    let bindings: [Binding]
    let get: @Sendable (Screens) -> any ConsoleScreen
    let set: @Sendable (inout Screens, any ConsoleScreen) -> Void
    let handle: @Sendable (inout Screens, WorkMessage, inout SharedState) -> Outcome

    init<S: ConsoleScreen>(_ path: any WritableKeyPath<Screens, S> & Sendable) {
      bindings = S.bindings
      get = { $0[keyPath: path] }
      set = { screens, value in
        if let value = value as? S { screens[keyPath: path] = value }
      }
      handle = { screens, message, scene in screens[keyPath: path].handle(message, in: &scene) }
    }
  }
}

extension Screen {
  static let migrations = Screens.all[0]
  static let schema = Screens.all[1]
  static let violations = Screens.all[2]
  static let history = Screens.all[3]
}

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
