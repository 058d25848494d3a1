public import MigratorEngine
internal import MigratorPlatform

extension SessionRefusal {
  /// The reason and the state of the database, in one or more sentences.
  public var message: String { explanation.sentence }
}

extension SessionRefusal: CustomStringConvertible {
  /// The message and the remedy.
  public var description: String { "\(message) \(remedy)" }
}

extension SessionRefusal: ExplainedError {
  /// The reason, the next step, and the category.
  public var explanation: Explanation {
    switch self {
    case .readOnly(let path):
      Explanation(
        .noPermission,
        "You have permission to read \(path), but not to write to it or its folder. "
          + "No changes were made.",
        .becomeWriter)
    case .setReadOnly(let path, .option):
      Explanation(
        .noPermission, "\(path) was opened read-only (--read-only). No changes were made.",
        "To change it, open it without --read-only: \(command: path).")
    case .setReadOnly(let path, .settings(let file, let line)):
      Explanation(
        .noPermission,
        "\(file):\(line) sets read-only = on, so \(path) is read-only. No changes were made.",
        "Try the migrations on a copy: \(command: "dry-run", path). Or remove that line.")
    case .untrustedMigrations(let found):
      Explanation(
        .noPermission,
        "\(found.path), found \(found.place), belongs to another user (\(found.owner)). "
          + "No changes were made.",
        "Review the files first. To use them, add to the command: \(found.options)")
    case .migrationsChanged(let identifiers):
      Explanation(
        .busy,
        "The migrations changed after the dry run: \(Format.names(identifiers)). "
          + "No further migration was run.",
        .repeatDryRun)
    case .notAgreed(let agreements):
      Explanation(
        .notAccepted,
        (agreements.concernOnlyUncomparedValues
          ? "Values that migtui cannot compare would change" : "Data would be lost")
          + ", and this was not accepted: "
          + agreements.map(\.phrase).joined(separator: "; ") + ". No changes were made.",
        "Accept each loss, or change the migration.")
    case .digestDiffers(let digests):
      Explanation(
        .notAccepted,
        "The digest does not match the file or the losses of "
          + "\(digests.map(\.migration).joined(separator: ", ")). No changes were made.",
        "Repeat the dry run, accept its losses, then apply the migration.")
    case .noBackup:
      Explanation(
        .noInput, "The database has no backup. No changes were made.",
        """
        Restore another copy of the database, \(command: "restore", "DB", "FILE"), or undo the change with \
        a new migration. Steps make a backup unless --no-backup is given.
        """)
    case .backupIsDatabase(let path):
      Explanation(
        .usage, "\(path) is the database itself, not a backup. No changes were made.", .nameBackup)
    case .backupChanged(let path):
      Explanation(
        .busy, "\(path) changed after it was read. No changes were made.", Self.prepareAgain)
    case .databaseChanged(let path):
      Explanation(
        .busy, "Another program changed \(path) after it was read. No changes were made.",
        Self.prepareAgain)
    case .notAgreedToUndo(let phrase):
      Explanation(
        .notAccepted,
        "The restore undoes more than the last change, and this was not accepted. "
          + "No changes were made.",
        .confirm(phrase: phrase))
    case .notAgreedToFix(let phrase):
      Explanation(
        .notAccepted, "The fixes \(phrase), and this was not accepted. No changes were made.",
        .confirm(phrase: phrase))
    }
  }

  private static var prepareAgain: Remedy { "Check what the restore would undo now, then restore." }
}

extension Remedy {
  package static func confirm(phrase: String) -> Remedy {
    "To confirm, add --yes --agree \(phrase.quotedShellWord)."
  }
}
