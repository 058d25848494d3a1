/// The state of each screen: the one list of them.
///
/// A new screen is a folder beside this file, a line here, and its key among the ``Screen``s.
struct Screens: Sendable {
  /// Registered and applied migrations.
  var migrations = MigrationsScreen()
  /// Differences of schemas.
  var schema = SchemaScreen()
  /// Rows whose foreign key finds no parent.
  var violations = ViolationsScreen()
  /// What was run.
  var history = HistoryScreen()

  /// The state of a screen.
  subscript(_ screen: Screen) -> any ConsoleScreen {
    get {
      switch screen {
      case .migrations: migrations
      case .schema: schema
      case .violations: violations
      case .history: history
      }
    }
    set {
      switch newValue {
      case let value as MigrationsScreen: migrations = value
      case let value as SchemaScreen: schema = value
      case let value as ViolationsScreen: violations = value
      case let value as HistoryScreen: history = value
      default: assertionFailure("a screen that is not in the list")
      }
    }
  }
}
