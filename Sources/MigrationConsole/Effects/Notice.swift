import MigratorSession

/// The line above the footer.
struct Notice: Sendable, Hashable {
  enum Level: Sendable, Hashable {
    case info
    case warning
    case error
  }

  var level: Level
  var text: String
  /// True if it is never cut, even if it covers a part of the screen.
  var isWhole = false

  /// The operator left the editor without a change.
  static let unedited = Notice(level: .info, text: "Nothing was changed in the editor.")
}
