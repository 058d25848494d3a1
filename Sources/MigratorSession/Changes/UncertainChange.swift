public import MigratorEngine
internal import MigratorSQLite

/// A repair or restore whose commit failed, but which may have taken effect.
///
/// This error is also thrown if another program replaced or damaged the file.
public struct UncertainChange: ExplainedError {
  /// The original error.
  public let underlying: any Error
  /// The path of the backup made before the change, or `nil` without a backup.
  public let keptPath: String?

  /// Wraps an error if the result of the change is unknown or the file is at risk.
  init?(_ error: any Error, keptPath: String?) {
    guard error.isInDoubt || error.endangersFile else { return nil }
    self.underlying = error
    self.keptPath = keptPath
  }

  /// Explains the error and names the backup.
  public var explanation: Explanation {
    let failed = Explanation(underlying)
    return Explanation(
      failed.category,
      failed.sentence + (keptPath.map { " The backup of its previous state is \($0)." } ?? ""),
      failed.remedy)
  }
}
