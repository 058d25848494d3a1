/// What to do next after a failure, a refusal or a stop: the one table of it, and its words.
///
/// Console, text and JSON say it alike. What only one tool knows comes with its tool, as
/// ``ofTool(_:)``.
public enum Remedy: Sendable, Hashable {
  // The file
  case checkPath
  case renameFile
  case nameFileInFolder
  case nameDatabase
  case mendLink
  case becomeReader
  case becomeWriter
  case becomeFolderWriter
  /// A settings file forbids changes; dry runs work.
  case tryOnCopy(database: String)
  /// The option --read-only forbids changes.
  case leaveReadOnlyOut(database: String)
  case readWithWAL
  case undoUnfinished
  case decrypt
  case giveKey
  case checkKey
  case checkKeyFile
  case leaveKeyOut
  case buildWithCipher
  case rescue
  case waitForOthers
  case checkDisk
  case lookIntoDoubt
  case closeFiles
  /// A file was replaced: look at the one at the path.
  case lookAtFile(path: String)
  /// A file was moved or deleted.
  case putFileBack(path: String)
  /// The file that holds a change is not at its path.
  case findFile(folder: String, inode: UInt64)
  case freeDisk
  case askItsProgram
  case checkFolder
  case freeSpace(folder: String)
  case lookWithShell
  case report

  // What is registered
  case giveOwnNames
  case registerNoMore(String)
  case chooseRegistered
  case chooseLater
  case mendFiles
  case nameFormat
  case nameMigrations
  case takeItsMigrations
  /// Migrations of another user: the options that name them.
  case nameFoundMigrations(options: String)
  case ofTool(String)

  // Steps
  case startAfterAccess
  case endTransaction
  case lookAgain
  case repeatDryRun
  case agree
  case agreeAnew
  case stopWriters
  case showThenStep
  case rescueFirst
  case chooseRepair(database: String)

  // Migrations
  case addCommit
  case dropTrigger(ledger: String)
  /// Triggers, or a foreign key when there are none, change rows when the ledger is written.
  case dropTriggers([String])
  /// The table of the ledger has rules of its own.
  case mendLedger(String)
  case leaveLedger
  case letAppRun
  case loadFeature(name: String, kind: String)
  /// What the database needs, and not a migration.
  case loadExtension(name: String, kind: String)
  /// What SQLite itself has from a version on.
  case useNewerSQLite(name: String?, since: String?)
  case markApplied
  /// Violations that were there before: how many, and the file of the migration, or `nil` for code.
  case mendOldRows(count: Int, file: String?)
  /// A foreign key that SQLite cannot check: the table it refers to, and the columns there.
  case makeParentKey(table: String, columns: [String])
  /// New violations: the statement that made the first of them, as `file:line:column`, if that is known.
  case mendNewRows(place: String?)
  case mendMigration(place: String?)
  /// Let the migration run outside a transaction.
  case leaveTransaction(file: String?)
  case stepAgain
  case traceCopy
  /// A migration cannot be traced.
  case dryRunUntraced
  /// A dry run on an overlay is not possible.
  case copyInFull
  /// A full copy for a dry run is not possible.
  case blockWriters
  /// What a migration without a transaction left, by its own fault or another's.
  case bringBack(isOfMigration: Bool)

  /// Agree to losses by their words, or by digests: of texts with their losses, or of texts alone where
  /// nobody knows what they lose.
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
  /// The database is none any more, and there are backups.
  case copyBackup(newest: String)
  case showThenRestore
  case agreeToUndo(phrase: String)
  case prepareAgain
}
