/// The line above the footer.
struct Notice: Sendable, Hashable {
  /// How much it matters.
  enum Level: Sendable, Hashable {
    /// It went well, or is just said.
    case info
    /// Something to look at.
    case warning
    /// Something failed.
    case error
  }

  /// How much it matters.
  var level: Level
  /// The text.
  var text: String
}
