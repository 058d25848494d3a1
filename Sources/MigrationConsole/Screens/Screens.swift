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
  /// The tables and their foreign keys.
  var diagram = DiagramScreen()
  /// A migration that is run statement by statement.
  var trace = TraceScreen()
  /// The rows that the selected migration changed.
  var rows = RowsScreen()

  /// The screens that a number key shows, in the order of their keys.
  private static let numbered = [
    Place(\.migrations), Place(\.schema), Place(\.violations), Place(\.history),
    Place(\.diagram),
  ]

  /// All screens; those without a number key come last.
  private static let list = numbered + [Place(\.trace), Place(\.rows)]

  /// All screens that a number key shows.
  static var all: [Screen] { numbered.indices.map { Screen(number: $0 + 1) } }

  /// Every screen.
  static var every: [Screen] { list.indices.map { Screen(number: $0 + 1) } }

  /// The keys of all screens' own commands.
  static let bindings = list.flatMap(\.bindings)

  /// The screen that a command belongs to, or `nil` when it is the same everywhere.
  static func owner(of command: Command) -> Screen? { owners[command] }

  private static let owners: [Command: Screen] = Dictionary(
    zip(every, list).flatMap { screen, place in
      place.bindings.map { ($0.command, screen) }
    }
  ) { first, _ in first }

  /// The state of a screen.
  subscript(_ screen: Screen) -> any ConsoleScreen {
    get { Self.list[screen.number - 1].get(self) }
    set { Self.list[screen.number - 1].set(&self, newValue) }
  }

  /// Tells every screen what work sent back, each in its place: copies of long lists would cost.
  mutating func take(_ message: WorkMessage, in scene: inout Scene) -> [Outcome] {
    Self.list.map { $0.take(&self, message, &scene) }
  }

  /// Where the state of a screen is kept.
  private struct Place: Sendable {
    let bindings: [Binding]
    let get: @Sendable (Screens) -> any ConsoleScreen
    let set: @Sendable (inout Screens, any ConsoleScreen) -> Void
    let take: @Sendable (inout Screens, WorkMessage, inout Scene) -> Outcome

    init<S: ConsoleScreen>(_ path: any WritableKeyPath<Screens, S> & Sendable) {
      bindings = S.bindings
      get = { $0[keyPath: path] }
      set = { screens, value in
        if let value = value as? S { screens[keyPath: path] = value }
      }
      take = { screens, message, scene in screens[keyPath: path].take(message, in: &scene) }
    }
  }
}

extension Screen {
  /// Registered and applied migrations.
  static let migrations = Screens.all[0]
  /// Differences of schemas.
  static let schema = Screens.all[1]
  /// What was run.
  static let history = Screens.all[3]
}
