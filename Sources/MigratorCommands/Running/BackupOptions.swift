import ArgumentParser
import MigratorSession

/// The option to make a backup before the database is changed.
///
/// It does not contain ``BackupPlaceOptions``: the parser creates the arguments of nested groups
/// repeatedly, which is slow in debug builds.
struct BackupOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo, help: "Keep a copy of the database as it was before (DB.before-WHAT).")
  var backup = true
}

/// The options for the folder and number of backups.
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

  var policy: BackupPolicy { BackupPolicy(folder: backupDir, kept: keepBackups) }
}
