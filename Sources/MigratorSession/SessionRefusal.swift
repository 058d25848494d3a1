/// A reason why a session refuses to change the file.
public enum SessionRefusal: Error, Sendable, Hashable {
  /// The user may read the file, but not write to it or its folder.
  case readOnly(path: String)
  /// An option or a settings file forbids every change.
  case setReadOnly(path: String, ReadOnlyReason)
  /// The migrations belong to another user, and were not named explicitly.
  case untrustedMigrations(UntrustedMigrations)
  /// The migrations with these identifiers changed since the step was prepared.
  case migrationsChanged([String])
  /// A loss was not accepted.
  case notAgreed([Agreement])
  /// A given digest does not match the current file contents or losses of its migration.
  case digestDiffers([AgreementDigest])
  /// No backup exists.
  case noBackup
  /// The backup is the database itself.
  case backupIsDatabase(path: String)
  /// The backup file changed or was replaced since the restore was prepared.
  case backupChanged(path: String)
  /// The database changed since it was inspected.
  case databaseChanged(path: String)
  /// The operator did not confirm the changes that the restore undoes.
  case notAgreedToUndo(phrase: String)
  /// The operator did not accept the rows or values that fixes of violations lose.
  case notAgreedToFix(phrase: String)
}
