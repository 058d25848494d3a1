/// The category of an error, which decides the exit status of a command.
public enum ErrorCategory: String, Sendable, Hashable, CaseIterable {
  /// The arguments do not fit the database or each other.
  case usage
  /// The file or folder does not exist.
  case noInput
  /// The file is not a database, is encrypted, or is damaged.
  case dataError
  /// The user or a setting does not allow it.
  case noPermission
  /// A file already exists, or cannot be created.
  case cannotCreate
  /// Reading or writing failed, or the disk is full.
  case inputOutput
  /// Another program locks or changes the database.
  case busy
  /// A migration file or a setting is not usable.
  case badMigrations
  /// The state of the database or of the ledger allows no step.
  case blocked
  /// A migration failed.
  case migrationFailed
  /// A data loss was not accepted.
  case notAccepted
  /// The question has no answer.
  case undetermined
  /// The operator stopped the operation.
  case interrupted
  /// An error of the program.
  case internalError
}
