public import MigratorEngine
public import MigratorSchema

/// Everything a person must see before a backup is brought back, and the only thing a restore accepts.
///
/// Only a session makes one. It holds for one state of the database and for the very file of the backup.
public struct PreparedRestore: Sendable, Hashable {
  /// How many rows a table has now and in the backup.
  public struct Rows: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// Rows now, or `nil` when there is no such table.
    public let now: Int64?
    /// Rows in the backup, or `nil` when there is no such table.
    public let backup: Int64?

    /// How many rows fewer there will be.
    public var undone: Int64 { max(0, (now ?? 0) - (backup ?? 0)) }
  }

  /// A number that the app keeps in the header of the file, and that would change back.
  public struct Setting: Sendable, Hashable {
    /// The PRAGMA: `user_version` or `application_id`.
    public let name: String
    /// The number now.
    public let now: Int
    /// The number in the backup.
    public let backup: Int
  }

  /// The facts of the database now.
  public let facts: DatabaseFacts
  /// What would be brought back.
  public let backup: Backup
  /// What becomes of the schema: from now (before) to the backup's (after).
  public let schema: SchemaDiff
  /// The tables with another number of rows than the backup's, the ledger left out; values were not
  /// compared.
  public let rows: [Rows]
  /// The numbers in the header that are others in the backup.
  public internal(set) var settings: [Setting] = []
  /// The journal mode of the backup, where it is another than the database's: WAL mode comes back with it, and
  /// is ended by no restore, as SQLite's backup keeps it in what is written to.
  public internal(set) var otherJournalMode: String?
  /// Why the rows could not be counted, in SQLite's words: the database is damaged; otherwise `nil`.
  public internal(set) var damage: String?
  /// The migrations that are recorded now and would not be; `nil` when the ledger cannot be read.
  public let undone: [String]?
  /// The migrations that would be recorded and are not now.
  public internal(set) var redone: [String] = []
  /// Whether nothing was written since the change that the backup was made before.
  public let isStraight: Bool
  /// Whether the backup was made of another file that stood at the path: one that was removed, or moved.
  public internal(set) var isOfAnotherFile = false
  /// Where the database as it is now would be kept.
  public let keptPath: String
  /// What becomes of the backups that are there.
  public internal(set) var backups = BackupPlan()
  let fingerprint: DatabaseFingerprint
  /// What the backup held when it was looked at.
  var contents: BackupContents?

  /// The words that agree to it, or `nil` when none are needed: nothing else would be undone than the
  /// change that the backup was made before.
  ///
  /// They name no number: rows can be overwritten without any being fewer.
  public var phrase: String? { isStraight ? nil : "undo all since" }
}

/// How bringing a backup back ended.
public struct RestoreOutcome: Sendable {
  /// Whether the database is the backup's now.
  public internal(set) var isRestored = false
  /// How long it took, in seconds.
  public internal(set) var seconds = 0.0
  /// Where the database as it was is kept, or `nil`: that was not wanted, or it is known that nothing was changed.
  public internal(set) var keptPath: String?
  /// Older backups that were removed, as the ``BackupPolicy`` says.
  public internal(set) var prunedBackups: [String] = []
  /// What was found wrong when the database was read afterwards, or `nil`.
  public internal(set) var problem: MigrationError?
  /// Why what was restored could not be read to its end afterwards, in a sentence, or `nil`.
  public internal(set) var unreadWarning: String?
  /// What kept it from being done, or `nil`.
  public internal(set) var error: (any Error)?
  /// Why the history does not tell of it, or `nil`.
  public internal(set) var historyFailure: HistoryFailure?
}
