public import MigratorEngine
public import MigratorSchema

/// A restore with everything that the operator must see first; a restore accepts nothing else.
///
/// Only a session creates one. It is valid for one state of the database and one backup file.
public struct PreparedRestore: Sendable, Hashable {
  /// The number of rows of a table, now and in the backup.
  public struct Rows: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// Rows now, or `nil` if the database does not have the table.
    public let now: Int64?
    /// Rows in the backup, or `nil` if the backup does not have the table.
    public let backup: Int64?

    /// By how many rows the table will shrink.
    public var undone: Int64 { max(0, (now ?? 0) - (backup ?? 0)) }
  }

  /// A number in the file header that the app sets and the restore changes.
  public struct Setting: Sendable, Hashable {
    /// The PRAGMA: `user_version` or `application_id`.
    public let name: String
    /// The number now.
    public let now: Int
    /// The number in the backup.
    public let backup: Int
  }

  /// The facts of the current database.
  public let facts: DatabaseFacts
  /// The backup to restore.
  public let backup: Backup
  /// The schema changes, from the current schema (before) to the backup's (after).
  public let schema: SchemaDiff
  /// The tables whose row counts differ, without the ledger; values are not compared.
  public let rows: [Rows]
  /// The header numbers that differ in the backup.
  public internal(set) var settings: [Setting] = []
  /// The journal mode of the backup, if it differs from the database's.
  ///
  /// A restore can enable WAL mode but not disable it, because SQLite's backup API keeps the WAL
  /// mode of the destination.
  public internal(set) var otherJournalMode: String?
  /// SQLite's message if damage prevented counting the rows; `nil` otherwise.
  public internal(set) var damage: String?
  /// The recorded migrations that the restore removes; `nil` if the ledger cannot be read.
  public let undone: [String]?
  /// The migrations that are recorded only in the backup.
  public internal(set) var redone: [String] = []
  /// True if nothing was written since the change that the backup was made for.
  public let isStraight: Bool
  /// True if the backup was made of another file at the same path, which was removed or moved.
  public internal(set) var isOfAnotherFile = false
  /// The path for a backup of the current database.
  public let keptPath: String
  /// The effects of that backup on existing ones.
  public internal(set) var backups = BackupPlan()
  let fingerprint: DatabaseFingerprint
  /// The contents of the backup when it was inspected.
  var contents: BackupContents?

  /// The phrase that confirms the restore, or `nil` if none is required.
  ///
  /// None is required if the restore undoes only the change that the backup was made for. The
  /// phrase contains no row count, because overwritten rows do not change the count.
  public var phrase: String? { isStraight ? nil : "undo all since" }
}

/// The result of a restore.
public struct RestoreOutcome: Sendable {
  /// True if the backup was restored.
  public internal(set) var isRestored = false
  /// The duration in seconds.
  public internal(set) var seconds = 0.0
  /// The backup of the replaced database; `nil` if none was requested, or if nothing was changed.
  public internal(set) var keptPath: String?
  /// Older backups that were removed according to the ``BackupPolicy``.
  public internal(set) var prunedBackups: [String] = []
  /// A problem found when the database was read afterwards, or `nil`.
  public internal(set) var problem: MigrationError?
  /// Why the restored database could not be read completely, as a sentence, or `nil`.
  public internal(set) var unreadWarning: String?
  /// The error that prevented the restore, or `nil`.
  public internal(set) var error: (any Error)?
  /// Why the restore is missing from the history, or `nil`.
  public internal(set) var historyFailure: HistoryFailure?
}
