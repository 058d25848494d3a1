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
  /// A migration that is run statement by statement.
  var trace = TraceScreen()
  /// The rows that the selected migration changed.
  var rows = RowsScreen()

  /// The one list of the screens, in the order of their number keys; the last two have none.
  private static let list = [
    Place(\.migrations), Place(\.schema), Place(\.violations), Place(\.history), Place(\.trace),
    Place(\.rows),
  ]

  /// All screens that a number key shows.
  static var all: [Screen] { list.indices.dropLast(2).map { Screen(number: $0 + 1) } }

  /// The screen that stands before the others as long as a migration is traced.
  static var tracing: Screen { Screen(number: list.count - 1) }

  /// The screen that shows the rows of the migration selected on the first.
  static var rows: Screen { Screen(number: list.count) }

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
