public import MigratorEngine

extension SessionRefusal {
  /// The reason, as a sentence.
  public var message: String {
    switch self {
    case .readOnly(let path):
      "You may read \(path). To change it you need to write both the file and its folder, for the journal."
    case .setReadOnly(let path, .option):
      "\(path) was opened read-only (--read-only). No changes were made."
    case .setReadOnly(let path, .settings(let file, let line)):
      "\(file):\(line) sets read-only = on, so \(path) is not changed. No changes were made."
    case .untrustedMigrations(let found):
      "\(found.path), found \(found.place), belongs to another user (\(found.owner)). "
        + "No changes were made."
    case .migrationsChanged(let identifiers):
      "The migrations changed since they were looked at: \(Format.names(identifiers)). "
        + "Nothing was run after that."
    case .notAgreed(let agreements):
      (agreements.concernOnlyUncomparedValues
        ? "Values would change that nobody compared" : "Data would be lost")
        + ", and not all of it was agreed to ("
        + agreements.map(\.phrase).joined(separator: "; ") + "). Nothing was changed."
    case .digestDiffers(let digests):
      "The text or the losses of \(digests.map(\.migration).joined(separator: ", ")) are not those of the "
        + "digest that was given. Nothing was changed."
    case .noBackup: "There is no backup of the database to bring back."
    case .backupIsDatabase(let path): "\(path) is the database itself. Nothing was changed."
    case .backupChanged(let path):
      "\(path) changed since it was looked at. Nothing was changed."
    case .databaseChanged(let path):
      "Another program changed \(path) since it was looked at. Nothing was changed."
    case .notAgreedToUndo:
      "More than the last change may be undone, and that was not agreed to. Nothing was changed."
    }
  }

  /// The suggested next action.
  public var remedy: Remedy {
    switch self {
    case .readOnly: .becomeWriter
    case .setReadOnly(let path, .option): .leaveReadOnlyOut(database: path)
    case .setReadOnly(let path, .settings): .tryOnCopy(database: path)
    case .untrustedMigrations(let found): .nameFoundMigrations(options: found.options)
    case .migrationsChanged: .repeatDryRun
    case .notAgreed: .agree
    case .digestDiffers: .agreeAgain
    case .noBackup: .writeOpposite
    case .backupIsDatabase: .nameBackup
    case .backupChanged, .databaseChanged: .prepareAgain
    case .notAgreedToUndo(let phrase): .agreeToUndo(phrase: phrase)
    }
  }
}

extension SessionRefusal: CustomStringConvertible {
  /// The message and the remedy.
  public var description: String { "\(message) \(remedy)" }
}

extension SessionRefusal: ExplainedError {
  /// The same as ``message``.
  public var sentence: String { message }
}
