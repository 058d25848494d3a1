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

  /// The screens that a number key shows, in the order of their keys.
  private static let numbered = [
    Place(\.migrations), Place(\.schema), Place(\.violations), Place(\.history),
  ]

  /// All screens; those without a number key come last.
  private static let list = numbered + [Place(\.trace), Place(\.rows)]

  /// All screens that a number key shows.
  static var all: [Screen] { numbered.indices.map { Screen(number: $0 + 1) } }

  /// The screen that stands before the others as long as a migration is traced.
  static var tracing: Screen { Screen(number: numbered.count + 1) }

  /// The screen that shows the rows of the migration selected on the first.
  static var rows: Screen { Screen(number: numbered.count + 2) }

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
