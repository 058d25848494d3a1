import ArgumentParser
import MigratorSession

/// Whether a backup is made before the database is changed.
///
/// Beside ``BackupPlaceOptions``, not around them: of groups in groups the parser makes the arguments again
/// and again, which a debug build feels.
struct BackupOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo, help: "Keep a copy of the database as it was before (DB.before-WHAT).")
  var backup = true
}

/// Where backups go, and how many stay.
struct BackupPlaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder that backups go into; without it they stand beside DB.", valueName: "DIR"))
  var backupDir: String?

  @Option(
    help: ArgumentHelp(
      "Remove all but the newest N backups when another was made; without it all are kept. Only files "
        + "are removed that the history proves to be backups of this database.", valueName: "N"))
  var keepBackups: Int?

  func validate() throws {
    if let keepBackups, keepBackups < 1 {
      throw ValidationError("--keep-backups needs a number from 1.")
    }
  }

  /// Where backups go, and how many stay.
  var policy: BackupPolicy { BackupPolicy(folder: backupDir, kept: keepBackups) }
}
