public import MigratorEngine

/// Why a backup cannot be restored as requested, and what to do instead.
///
/// Either the database file is not a valid database, or the backup is damaged.
public struct RestoreObstacle: ExplainedError {
  /// The original error.
  public let underlying: any Error
  /// The problem and the next step.
  public let explanation: Explanation

  /// Explains an error on opening the database or a backup; returns `nil` for other errors.
  init?(_ error: any Error, to database: String, _ backups: [Backup]) {
    guard let failure = (error as? DatabaseError)?.openFailure else { return nil }
    switch failure.kind {
    case .notADatabase, .wrongKey, .corrupt, .unknownFormat: break
    default: return nil
    }
    let remedy: Remedy
    if failure.path != database {
      remedy = .nameBackup
    } else if let newest = backups.first {
      remedy = """
        Check the path, and the key if the database is encrypted. If the file was overwritten, restore by \
        hand: close the file in all programs, move it and its -wal or -journal away, and copy a backup \
        to its path. The newest is \(newest.path). \(command: "restore", database, "--list") lists all.
        """
    } else {
      return nil
    }
    underlying = error
    let failed = failure.explanation
    explanation = Explanation(failed.category, failed.sentence, remedy)
  }

  init(damaged path: String, _ error: DatabaseError) {
    underlying = error
    explanation = Explanation(
      error.explanation.category, "\(path) is damaged (\(error.message ?? "malformed")).",
      .nameBackup)
  }
}
