/// Why a migration cannot be applied, with a remedy.
public struct StepObstacle: Sendable, Hashable, CustomStringConvertible {
  /// The obstacle, as one sentence.
  public let message: String
  /// The remedy, as one sentence.
  public let remedy: String
  /// The problems of the migration's file, if they are the obstacle; otherwise empty.
  public let problems: [FileProblem]
  /// The migration that it concerns, as the list names it; `nil` if it concerns the whole ledger.
  public let migration: String?
  /// The location of the obstacle, if it is not in the migration's own file; otherwise `nil`.
  public let location: ScriptLocation?

  /// Creates an obstacle; the parameters are the properties.
  public init(
    _ message: String, remedy: String, migration: String? = nil, location: ScriptLocation? = nil
  ) {
    self.message = message
    self.remedy = remedy
    self.migration = migration
    self.location = location
    problems = []
  }

  /// Creates the obstacle of an unusable file, from at least one problem.
  package init(problems: [FileProblem]) {
    message = (problems.dropLast().map(\.description) + problems.suffix(1).map(\.placedMessage))
      .joined(separator: " ")
    remedy = problems.last?.remedy ?? ""
    self.problems = problems
    migration = nil
    location = nil
  }

  /// True if the obstacle is an unusable migration file.
  public var isOfFile: Bool { !problems.isEmpty }

  /// True if the obstacle is a file that its tool cannot read either, so that its contents are
  /// unknown.
  var isUnreadable: Bool { problems.contains { !$0.isOnlyOfItsTurn } }

  /// The obstacle once the migration is applied: a file that was run needs no fix.
  var onceApplied: StepObstacle {
    isOfFile && !isUnreadable ? StepObstacle(message, remedy: remedy) : self
  }

  /// The sentence and the remedy.
  public var description: String { "\(message) \(remedy)" }
}
