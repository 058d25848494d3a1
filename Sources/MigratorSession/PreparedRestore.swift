public import MigratorEngine
public import MigratorSchema

/// A restore with everything that the operator must see first; no other restore can run.
///
/// Only a session creates one. It is valid for one state of the database and one backup file.
public struct PreparedRestore: Sendable, Hashable {
  /// The number of rows of a table, now and in the backup.
  public struct Rows: Sendable, Hashable {
    /// The name of the table.
    public let table: String
    /// The current number of rows, or `nil` if the database does not have the table.
    public let now: Int64?
    /// The number of rows in the backup, or `nil` if the backup does not have the table.
    public let backup: Int64?

    /// The number of rows by which the table will shrink.
    public var undone: Int64 { max(0, (now ?? 0) - (backup ?? 0)) }
  }

  /// A number in the file header that the app sets and the restore changes.
  public struct Setting: Sendable, Hashable {
    /// The PRAGMA: `user_version` or `application_id`.
    public let name: String
    /// The current number.
    public let now: Int
    /// The number in the backup.
    public let backup: Int
  }

  /// The facts about the current database.
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
  /// True if nothing has been written since the change that the backup was made for.
  public let isStraight: Bool
  /// True if the backup was made from an earlier file at the same path, since removed or moved.
  public internal(set) var isOfAnotherFile = false
  /// The backup of the current database, if one is made.
  public let backups: BackupPlan
  let fingerprint: DatabaseFingerprint
  var contents: BackupContents?

  /// The phrase that confirms the restore, or `nil` if none is required.
  ///
  /// None is required if the restore undoes only the change that the backup was made for. The
  /// phrase contains no row count, because overwritten rows do not change the count.
  public var phrase: String? { isStraight ? nil : "undo all since" }
}
