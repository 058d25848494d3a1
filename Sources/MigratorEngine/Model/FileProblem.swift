/// A problem that makes a migration file unusable.
public struct FileProblem: Sendable, Hashable, CustomStringConvertible {
  /// The display name of the file.
  public let file: String
  /// The place in the file; `nil` if the problem concerns the whole file.
  public let location: ScriptLocation?
  /// The problem, as a sentence.
  public let message: String
  /// The remedy, as a sentence.
  public let remedy: String
  /// True if the tool can read the file, but running it would fail.
  package let isOnlyOfItsTurn: Bool

  /// Creates a problem; the parameters are the properties.
  public init(file: String, location: ScriptLocation? = nil, message: String, remedy: String) {
    self.init(
      file: file, location: location, message: message, remedy: remedy, isOnlyOfItsTurn: false)
  }

  package init(
    file: String, location: ScriptLocation?, message: String, remedy: String, isOnlyOfItsTurn: Bool
  ) {
    self.isOnlyOfItsTurn = isOnlyOfItsTurn
    self.file = file
    self.location = location
    self.message = message
    self.remedy = remedy
  }

  /// The place and the problem, in the format of compiler messages.
  public var placedMessage: String {
    let place = location.map { "\(file):\($0.line):\($0.column)" } ?? file
    return "\(place): \(message)"
  }

  /// The place, the problem and the remedy.
  public var description: String { "\(placedMessage) \(remedy)" }
}
