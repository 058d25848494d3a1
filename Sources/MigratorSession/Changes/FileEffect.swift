internal import MigratorEngine

/// The effect of a change on the database file; the cases are in increasing order.
///
/// It determines what happens to the backup that was made before the change.
enum FileEffect: Comparable {
  case none
  /// The commit may have succeeded, or another program damaged or replaced the file.
  case uncertain
  /// The file contains at least a part of the change.
  case changed

  /// True if the backup is kept; a backup of an unchanged file is not needed.
  var keepsBackup: Bool { self != .none }

  /// True if older backups are removed; after an uncertain change, one of them may be needed.
  var prunesBackups: Bool { self == .changed }
}

extension StepReport {
  var effect: FileEffect { isKept ? .changed : mayHaveChanged ? .uncertain : .none }
}
