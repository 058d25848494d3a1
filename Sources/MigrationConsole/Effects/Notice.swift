import MigratorSession

/// The line above the footer.
struct Notice: Sendable, Hashable {
  enum Level: Sendable, Hashable {
    /// Success or plain information.
    case info
    /// Something to check.
    case warning
    /// A failure.
    case error
  }

  var level: Level
  var text: String
}
