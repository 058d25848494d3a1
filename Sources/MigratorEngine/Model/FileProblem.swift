/// Something that keeps the file of a migration from being used.
public struct FileProblem: Sendable, Hashable, CustomStringConvertible {
  /// The file, as it is shown to a person.
  public let file: String
  /// The place in the file; `nil` where it is about the whole file.
  public let location: ScriptLocation?
  /// What is wrong, in a sentence.
  public let message: String
  /// What to do about it, in a sentence.
  public let remedy: String

  /// Creates a problem; the parameters are the properties.
  public init(file: String, location: ScriptLocation? = nil, message: String, remedy: String) {
    self.file = file
    self.location = location
    self.message = message
    self.remedy = remedy
  }

  /// The place and the problem, as compilers write them.
  public var placedMessage: String {
    let place = location.map { "\(file):\($0.line):\($0.column)" } ?? file
    return "\(place): \(message)"
  }

  /// The place, the problem and the remedy.
  public var description: String { "\(placedMessage) \(remedy)" }
}
