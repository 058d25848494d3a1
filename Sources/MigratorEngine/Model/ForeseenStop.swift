/// Where a run of all pending migrations ends before the last of them, as far as looking tells.
public struct ForeseenStop: Sendable, Hashable {
  /// Why a migration cannot be run here.
  public enum Reason: Sendable, Hashable {
    /// Only its own tool can run it, or its file cannot be used.
    case obstacle(StepObstacle)
    /// It uses what this program's SQLite does not have.
    case missing([MissingFeature])
  }

  /// The migration before which the run ends.
  public let identifier: String
  /// Why it ends there.
  public let reason: Reason
  /// How many pending migrations stand behind it.
  public let waiting: Int

  /// The file that cannot be used, where that is the reason.
  public var unusable: StepObstacle? {
    if case .obstacle(let obstacle) = reason, obstacle.isOfFile { obstacle } else { nil }
  }

  /// The end of a run as an error says it.
  public var error: MigrationError {
    switch reason {
    case .obstacle(let obstacle): MigrationError(.obstacle(obstacle))
    case .missing(let features): MigrationError(.missing(features))
    }
  }
}

extension StatusReport {
  /// Where a run of all pending migrations ends before the last of them; `nil` where it does not, and
  /// where not even the first can be run, which ``obstacle`` tells.
  ///
  /// - Parameter missing: What the pending migrations lack.
  /// - Returns: The first that cannot be run.
  public func stop(lacking missing: [MissingFeature] = []) -> ForeseenStop? {
    guard obstacle == nil, next != nil else { return nil }
    let pending = migrations.filter(\.state.isDue)
    for (index, migration) in pending.enumerated() {
      let lacking = missing.filter { $0.identifier == migration.identifier }
      let reason: ForeseenStop.Reason
      if let obstacle = migration.obstacle {
        reason = .obstacle(obstacle)
      } else if !lacking.isEmpty {
        reason = .missing(lacking)
      } else {
        continue
      }
      return ForeseenStop(
        identifier: migration.identifier, reason: reason, waiting: pending.count - index - 1)
    }
    return nil
  }
}
