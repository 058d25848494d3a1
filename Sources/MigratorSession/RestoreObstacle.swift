public import MigratorEngine

/// Why a backup cannot be restored as requested, and what to do instead.
///
/// Either the database file is not a valid database, or the backup is damaged.
public struct RestoreObstacle: ExplainedError {
  /// The original error.
  public let underlying: any Error
  /// The description of the problem.
  public let sentence: String
  /// The suggested next action.
  public let remedy: Remedy

  /// Explains an error on opening the database or a backup; returns `nil` for other errors.
  init?(_ error: any Error, to database: String, _ backups: [Backup]) {
    guard let failure = (error as? DatabaseError)?.openFailure else { return nil }
    switch failure.kind {
    case .notADatabase, .wrongKey, .corrupt, .unknownFormat: break
    default: return nil
    }
    if failure.path != database {
      remedy = .nameBackup
    } else if let newest = backups.first {
      remedy = .copyBackup(newest: newest.path)
    } else {
      return nil
    }
    underlying = error
    sentence = failure.sentence
  }

  /// Explains an error on counting the rows of a backup.
  init(damaged path: String, _ error: DatabaseError) {
    underlying = error
    sentence = "\(path) is damaged (\(error.message ?? "malformed"))."
    remedy = .nameBackup
  }
}
