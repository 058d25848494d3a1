/// Why a session refuses to change the file.
public enum SessionRefusal: Error, Sendable, Hashable {
  /// The user may read the file, but not write it or its folder.
  case readOnly(path: String)
  /// An option or a settings file forbids every change.
  case setReadOnly(path: String, ReadOnlyReason)
  /// The migrations belong to another user, and the user did not name them.
  case untrustedMigrations(UntrustedMigrations)
  /// What is registered is not what the step was prepared with; the identifiers tell which.
  case migrationsChanged([String])
  /// A loss was not agreed to.
  case notAgreed([Agreement])
  /// Digests were agreed to of other texts, or other losses, than these migrations have now.
  case digestDiffers([AgreementDigest])
  /// There is no backup to bring back.
  case noBackup
  /// What should be brought back is the database itself.
  case backupIsDatabase(path: String)
  /// The backup is another file than the one that was looked at, or was changed.
  case backupChanged(path: String)
  /// The database changed since it was looked at.
  case databaseChanged(path: String)
  /// What would be undone was not agreed to.
  case notAgreedToUndo(phrase: String)
}
