/// The next step after a failure, a refusal or a stop.
///
/// This is the only table of such steps, so the console, text and JSON outputs agree. Steps of a
/// single migration tool come from that tool, as ``ofTool(_:)``.
public enum Remedy: Sendable, Hashable {
  // The file
  case checkPath
  case renameFile
  case nameFileInFolder
  case nameDatabase
  case fixLink
  case becomeReader
  case becomeWriter
  case becomeFolderWriter
  /// A settings file forbids changes; dry runs work.
  case tryOnCopy(database: String)
  /// The option `--read-only` forbids changes.
  case leaveReadOnlyOut(database: String)
  case readWithWAL
  case undoUnfinished
  case decrypt
  case giveKey
  case checkKey
  case checkKeyFile
  case omitKey
  case buildWithCipher
  case rescue
  case waitForOthers
  case checkDisk
  case checkCommitOutcome
  case closeFiles
  /// A file was replaced; examine the one at the path.
  case lookAtFile(path: String)
  /// A file was moved or deleted.
  case putFileBack(path: String)
  /// The file with a change is not at its path.
  case findFile(folder: String, inode: UInt64)
  case freeDisk
  case askItsProgram
  case checkFolder
  case freeSpace(folder: String)
  case lookWithShell
  case report

  // Registration
  case giveOwnNames
  case unregister(String)
  case chooseRegistered
  case chooseLater
  case fixFiles
  case nameFormat
  case nameMigrations
  case takeItsMigrations
  /// Migrations of another user; `options` names them.
  case nameFoundMigrations(options: String)
  case ofTool(String)

  // Steps
  case startAfterAccess
  case endTransaction
  case lookAgain
  case repeatDryRun
  case agree
  case agreeAgain
  case stopWriters
  case showThenStep
  case rescueFirst
  case chooseRepair(database: String)

  // Migrations
  case addCommit
  case dropTrigger(ledger: String)
  /// Triggers, or a foreign key if there are none, change rows when the ledger is written.
  case dropTriggers([String])
  /// The ledger table has its own constraints or triggers.
  case fixLedger(String)
  case leaveLedger
  case letAppRun
  case loadFeature(name: String, kind: String)
  /// The database, not a migration, requires a feature.
  case loadExtension(name: String, kind: String)
  /// A feature that is built into later versions of SQLite.
  case useNewerSQLite(name: String?, since: String?)
  case markApplied
  /// Violations that existed before: their number, and the migration's file, or `nil` for code.
  case fixOldRows(count: Int, file: String?)
  /// A foreign key that SQLite cannot check: its parent table and the columns there.
  case makeParentKey(table: String, columns: [String])
  /// New violations: the statement that caused the first, as `file:line:column`, if known.
  case fixNewRows(place: String?)
  case fixMigration(place: String?)
  /// Run the migration outside a transaction.
  case leaveTransaction(file: String?)
  case stepAgain
  case traceCopy
  /// A migration cannot be traced.
  case dryRunUntraced
  /// A dry run on an overlay is not possible.
  case copyInFull
  /// A full copy for a dry run is not possible.
  case blockWriters
  /// A migration without a transaction failed, through its own fault or another's.
  case bringBack(isOfMigration: Bool)

  /// Accept losses by their phrases or by digests.
  ///
  /// The digests cover the files with their losses, or only the files if the losses are unknown.
  case agreeWith([String], digests: [String], areLossesKnown: Bool)

  // Commands
  case chooseOne([String])
  case nameOtherFolder
  case nameWritable
  case nameMigrationsOrOther
  case compareWithOther
  case runItsCommand

  // Backups
  case sameJournal
  case writeOpposite
  case nameBackup
  /// The file is no longer a database, and there are backups.
  case copyBackup(newest: String)
  case showThenRestore
  case agreeToUndo(phrase: String)
  case prepareAgain
}
