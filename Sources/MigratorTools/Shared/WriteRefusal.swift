public import MigratorEngine

/// The reason why migtui does not write a migration for a tool.
public struct WriteRefusal: ExplainedError, Hashable, CustomStringConvertible {
  /// The reason and the next step.
  public let explanation: Explanation

  /// The reason, as a sentence.
  public var description: String { explanation.sentence }

  /// Creates a refusal.
  ///
  /// - Parameters:
  ///   - reason: The reason, as a sentence.
  ///   - remedy: What to do instead.
  public init(_ reason: String, remedy: Remedy) {
    explanation = Explanation(.blocked, reason, remedy)
  }

  static func onlyTool(_ title: String) -> WriteRefusal {
    WriteRefusal(
      "Only \(title) itself can create its migrations.",
      remedy: "Run the command of \(title) in the project to create it.")
  }
}
