/// Why no step is possible, with what to do about it.
public struct StepObstacle: Sendable, Hashable, CustomStringConvertible {
  /// What stands in the way, in one sentence.
  public let message: String
  /// What to do about it, in one sentence.
  public let remedy: String
  /// What keeps the file of a migration from being used, where that is what stands in the way;
  /// otherwise empty.
  public let problems: [FileProblem]

  /// Creates an obstacle; the parameters are the properties.
  public init(_ message: String, remedy: String) {
    self.message = message
    self.remedy = remedy
    problems = []
  }

  /// Creates the obstacle that a file is which cannot be used, for one problem or more.
  package init(problems: [FileProblem]) {
    message = (problems.dropLast().map(\.description) + problems.suffix(1).map(\.placedMessage))
      .joined(separator: " ")
    remedy = problems.last?.remedy ?? ""
    self.problems = problems
  }

  /// Whether the file of a migration cannot be used.
  public var isOfFile: Bool { !problems.isEmpty }

  /// The sentence and the remedy.
  public var description: String { "\(message) \(remedy)" }
}
