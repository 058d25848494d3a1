/// The category of an error, which decides the exit status of a command.
public enum ErrorCategory: String, Sendable, Hashable, CaseIterable {
  /// The arguments do not match the database, or contradict each other.
  case usage
  /// The file or folder does not exist.
  case noInput
  /// The file is not a database, is encrypted, or is damaged.
  case dataError
  /// The user has no permission, or a setting forbids the operation.
  case noPermission
  /// A file already exists, or cannot be created.
  case cannotCreate
  /// Reading or writing failed, or the disk is full.
  case inputOutput
  /// Another program locks or changes the database.
  case busy
  /// A migration file or a setting is not usable.
  case badMigrations
  /// The state of the database or of the ledger does not allow a migration to be applied.
  case blocked
  /// A migration failed.
  case migrationFailed
  /// A data loss was not accepted.
  case notAccepted
  /// The answer cannot be determined.
  case undetermined
  /// The operator stopped the operation.
  case interrupted
  /// An internal error of the program.
  case internalError
}
