/// The state of each screen.
///
/// A new screen is a folder beside this file, its state here, and a line in the list.
struct Screens: Sendable {
  /// Registered and applied migrations.
  var migrations = MigrationsScreen()
  /// Differences of schemas.
  var schema = SchemaScreen()
  /// Rows whose foreign key finds no parent.
  var violations = ViolationsScreen()
  /// What was run.
  var history = HistoryScreen()

  /// The one list of the screens, in the order of their number keys.
  private static let list = [
    Place(\.migrations), Place(\.schema), Place(\.violations), Place(\.history),
  ]

  /// All screens.
  static var all: [Screen] { list.indices.map { Screen(number: $0 + 1) } }

  /// The state of a screen.
  subscript(_ screen: Screen) -> any ConsoleScreen {
    get { Self.list[screen.number - 1].get(self) }
    set { Self.list[screen.number - 1].set(&self, newValue) }
  }

  /// Where the state of a screen is kept.
  private struct Place: Sendable {
    let get: @Sendable (Screens) -> any ConsoleScreen
    let set: @Sendable (inout Screens, any ConsoleScreen) -> Void

    init<S: ConsoleScreen>(_ path: any WritableKeyPath<Screens, S> & Sendable) {
      get = { $0[keyPath: path] }
      set = { screens, value in
        if let value = value as? S { screens[keyPath: path] = value }
      }
    }
  }
}
