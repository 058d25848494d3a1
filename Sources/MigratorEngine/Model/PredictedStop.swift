/// A pending migration that will stop a run of all pending ones, as far as can be predicted.
public struct PredictedStop: Sendable, Hashable {
  /// Why a migration cannot be run here.
  public enum Reason: Sendable, Hashable {
    /// Only its own tool can run it, its file is unusable, or the ledger prevents it.
    case obstacle(StepObstacle)
    /// It uses features that this program's SQLite does not have.
    case missing([MissingFeature])
  }

  /// The migration before which the run stops.
  public let identifier: String
  /// Why the run stops.
  public let reason: Reason
  /// How many pending migrations follow it.
  public let waiting: Int

  /// The unusable file, if that is the reason.
  public var unusable: StepObstacle? {
    if case .obstacle(let obstacle) = reason, obstacle.isOfFile { obstacle } else { nil }
  }

  /// The reason as an error.
  public var error: MigrationError {
    switch reason {
    case .obstacle(let obstacle): MigrationError(.obstacle(obstacle))
    case .missing(let features): MigrationError(.missing(features))
    }
  }
}

extension StatusReport {
  /// Returns the migration at which a run of all pending migrations will stop.
  ///
  /// Returns `nil` if there is none, or if not even the first can be run, which ``obstacle``
  /// reports.
  ///
  /// - Parameter missing: The missing features that pending migrations require.
  /// - Returns: The first migration that cannot be run.
  public func stop(lacking missing: [MissingFeature] = []) -> PredictedStop? {
    guard obstacle == nil, next != nil else { return nil }
    let pending = migrations.filter(\.state.isDue)
    for (index, migration) in pending.enumerated() {
      let lacking = missing.filter { $0.identifier == migration.identifier }
      let reason: PredictedStop.Reason
      if let obstacle = migration.obstacle {
        reason = .obstacle(obstacle)
      } else if !lacking.isEmpty {
        reason = .missing(lacking)
      } else {
        continue
      }
      return PredictedStop(
        identifier: migration.identifier, reason: reason, waiting: pending.count - index - 1)
    }
    return nil
  }
}
