import ArgumentParser
import MigratorSession

/// The option to make a backup before the database is changed.
///
/// It does not contain ``BackupPlaceOptions``: the parser creates the arguments of nested groups
/// repeatedly, which is slow in debug builds.
struct BackupOptions: ParsableArguments {
  @Flag(inversion: .prefixedNo, help: "Skip the backup (DB.before-NAME).")
  var backup = true
}

struct BackupPlaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Put backups into this folder, not next to DB.", valueName: "DIR"))
  var backupDir: String?

  @Option(
    help: ArgumentHelp(
      "Keep the newest N backups; delete older ones.",
      discussion: "By default all are kept. Only files that the history lists as backups of this "
        + "database are deleted.", valueName: "N"))
  var keepBackups: Int?

  func validate() throws {
    if let keepBackups, keepBackups < 1 {
      throw ValidationError("--keep-backups must be 1 or more.")
    }
  }

  var policy: BackupPolicy { BackupPolicy(folder: backupDir, kept: keepBackups) }
}
