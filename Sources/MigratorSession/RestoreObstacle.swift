public import MigratorEngine

/// Why no backup can be brought back as it was asked for, and what can be done all the same: the database is none
/// any more, or the backup is damaged.
public struct RestoreObstacle: ExplainedError {
  /// What was met.
  public let underlying: any Error
  /// What is wrong.
  public let sentence: String
  /// What to do about it.
  public let remedy: Remedy

  /// Takes what was met when the database, or a backup, was opened; fails where that is another matter.
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

  /// Takes what was met when the rows of a backup were counted.
  init(damaged path: String, _ error: DatabaseError) {
    underlying = error
    sentence = "\(path) is damaged (\(error.message ?? "malformed"))."
    remedy = .nameBackup
  }
}
