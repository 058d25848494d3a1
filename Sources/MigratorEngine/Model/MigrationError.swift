internal import MigratorPlatform
public import MigratorSQLite

/// A refused request, with a remedy.
///
/// Errors of a migration's own statements or code are thrown unchanged. This type covers the cases
/// in which GRDB's migrator traps, and those that only this engine refuses.
public struct MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason for the refusal.
  public enum Kind: Sendable, Hashable {
    /// Two migrations have the same identifier.
    case duplicateIdentifier(String)
    /// A migration merges one that is also registered.
    case mergesRegistered(identifier: String, merged: String)
    /// No registered migration has the identifier.
    case unknownTarget(String)
    /// A migration registered after the target is already applied.
    case targetBehindApplied(target: String, applied: String)
    /// A database access is already running on this connection.
    case reentrant
    /// The next migration is not the one that was expected; `found` is `nil` when none is left.
    case unexpectedNext(expected: String, found: String?)
    /// The database changed since it was read.
    case databaseChanged
    /// The migration lost more than was accepted, and was rolled back.
    case losesMore(identifier: String, [Losses.Excess])
    /// The rows changed since the dry run, and the changes of the migration could not be compared.
    case notComparable(identifier: String)
    /// The migration, which runs outside a transaction, began one and did not end it.
    case leftTransactionOpen(identifier: String)
    /// The ledger does not contain the record of the migration after it was inserted.
    case notRecorded(identifier: String, ledger: String)
    /// The ledger rejects the record: its table has constraints that its tool does not define.
    case ledgerRefuses(ledger: String, reason: String)
    /// The statements of a repair fire triggers on the ledger that change rows of other tables.
    ///
    /// Both lists are empty if a foreign-key action changes the rows.
    case firesTriggers([String], changing: [String])
    /// The migration's statements deleted or inserted records of other migrations.
    case changesLedger(identifier: String, ledger: String, gone: [String], added: [String])
    /// The migration's statements dropped the ledger's table.
    case dropsLedger(identifier: String, table: String)
    /// An obstacle of the ledger or of the next migration prevents the step.
    case obstacle(StepObstacle)
    /// The migration uses features that this program's SQLite does not have.
    case missing([MissingFeature])
    /// The migration was paused between two statements for too long.
    case heldTooLong(identifier: String, limit: Duration)
    /// The migration runs outside a transaction: paused between statements, it could not be rolled
    /// back.
    case cannotBeHeld(identifier: String)
    /// Another engine runs the migration and does not expose its statements.
    case cannotBeTraced(identifier: String)
    /// The engine that runs the migrations supports dry runs only on a copy of the whole file.
    case needsFullCopy
    /// Other connections kept changing the database while it was copied for a dry run.
    case copyDisturbed
    /// The connection already has an open transaction.
    case insideTransaction
    /// A folder has too little space, in bytes.
    case notEnoughSpace(folder: String, needed: Int64, available: Int64)
    /// Pages of the database are damaged; `details` is SQLite's message for the first of them.
    case damaged(details: String)
    /// In WAL mode SQLite cannot restore a backup with another page size. Both sizes are in bytes.
    case pageSizes(database: Int, backup: Int)
    /// A file or folder could not be created, read or written.
    case file(path: String, action: String, errno: Int32)
  }

  /// The reason for the refusal.
  public let kind: Kind

  /// Creates an error.
  ///
  /// - Parameter kind: The reason for the refusal.
  public init(_ kind: Kind) {
    self.kind = kind
  }

  /// The reason, as one sentence.
  public var message: String {
    switch kind {
    case .duplicateIdentifier(let id):
      "Two migrations have the identifier \"\(id)\"."
    case .mergesRegistered(let id, let merged):
      "\"\(id)\" merges \"\(merged)\", which is registered itself and would run again and again."
    case .unknownTarget(let id):
      "No registered migration is called \"\(id)\"."
    case .targetBehindApplied(let target, let applied):
      "The database is already migrated beyond \"\(target)\": \"\(applied)\" is applied."
    case .reentrant:
      "A migration cannot be started from within an access to the same database connection."
    case .unexpectedNext(let expected, .some(let found)):
      "The next migration is \"\(found)\", not \"\(expected)\", which was not run."
    case .unexpectedNext(let expected, nil):
      "\"\(expected)\" is not pending any more; it was not run here."
    case .databaseChanged:
      "The database is not as it was looked at: another program may have changed it. Nothing was run after "
        + "that."
    case .losesMore(let id, let excess):
      "Migration \"\(id)\" would lose more than was agreed to, because rows changed since the dry run "
        + "or because it does something else each time: "
        + excess.prefix(5).map(\.description).joined(separator: "; ")
        + (excess.count > 5 ? "; and \(excess.count - 5) more" : "") + "."
    case .notComparable(let id):
      "Rows may have changed since the dry run, and what \"\(id)\" did to them could not be "
        + "compared before the commit."
    case .leftTransactionOpen(let id):
      "Migration \"\(id)\" began a transaction and did not end it; that part was rolled back."
    case .notRecorded(let id, let ledger):
      "The record of \"\(id)\" is not in \(ledger) although it was inserted."
    case .ledgerRefuses(let ledger, let reason):
      "\(ledger) does not take the record: \(reason)."
    case .firesTriggers(let triggers, let tables):
      triggers.isEmpty
        ? "A foreign key that refers to the ledger would change rows of another table. "
          + "No changes were made."
        : "The repair fires \(triggers.count == 1 ? "trigger" : "triggers") "
          + triggers.map { "\"\($0)\"" }.joined(separator: ", ")
          + " on the ledger, which would change rows of \(tables.joined(separator: ", ")). "
          + "No changes were made."
    case .changesLedger(let id, let ledger, let gone, let added):
      "Migration \"\(id)\" edits \(ledger): "
        + [("deletes", gone), ("inserts", added)].filter { !$0.1.isEmpty }.map { verb, records in
          let more = records.count > 3 ? " and \(records.count - 3) more" : ""
          return "it \(verb) the record of \(records.prefix(3).joined(separator: ", "))\(more)"
        }.joined(separator: " and ") + "."
    case .dropsLedger(let id, let table):
      "Migration \"\(id)\" drops \(table), where it would be recorded."
    case .obstacle(let obstacle): obstacle.message
    case .missing(let features):
      "The migration needs \(features.allSatisfy(\.isOfSQLite) ? "a newer SQLite" : "its app"): "
        + features.map(\.description).joined(separator: "; ") + "."
    case .heldTooLong(let id, let limit):
      "\"\(id)\" was held for \(limit.components.seconds) s, in which no other program could write, and "
        + "was rolled back."
    case .cannotBeHeld(let id):
      "\"\(id)\" runs outside a transaction: held between two statements, what it did could not be "
        + "taken back. Nothing was run."
    case .cannotBeTraced(let id):
      "\"\(id)\" is run by another engine, which does not show its statements one by one."
    case .needsFullCopy:
      "The engine that runs these migrations tries them on a copy of the whole file, not on an overlay."
    case .copyDisturbed:
      "Other programs kept writing to the database while it was copied for the dry run. The database was not "
        + "changed."
    case .insideTransaction:
      "The connection has a transaction open, so a migration cannot begin its own."
    case .notEnoughSpace(let folder, let needed, let available):
      "\(folder) has \(available) bytes free, and \(needed) are needed."
    case .damaged(let details):
      "The database is damaged: \(details)."
    case .pageSizes(let database, let backup):
      "The pages of the backup have \(backup) bytes, those of the database \(database), and it is in "
        + "WAL mode."
    case .file(let path, let action, let code):
      "Could not \(action) \(path): \(SystemFailure(code: code))."
    }
  }

  /// The remedy.
  public var remedy: Remedy {
    switch kind {
    case .duplicateIdentifier: .giveOwnNames
    case .mergesRegistered(_, let merged): .unregister(merged)
    case .unknownTarget: .chooseRegistered
    case .targetBehindApplied: .chooseLater
    case .reentrant: .startAfterAccess
    case .unexpectedNext: .lookAgain
    case .databaseChanged: .repeatDryRun
    case .losesMore: .agreeAgain
    case .notComparable: .stopWriters
    case .leftTransactionOpen: .addCommit
    case .notRecorded(_, let ledger): .dropTrigger(ledger: ledger)
    case .ledgerRefuses(let ledger, _): .fixLedger(ledger)
    case .firesTriggers(let triggers, _): .dropTriggers(triggers)
    case .changesLedger, .dropsLedger: .leaveLedger
    case .obstacle(let obstacle): .ofTool(obstacle.remedy)
    case .missing(let features) where features.allSatisfy(\.isOfSQLite):
      .useNewerSQLite(name: nil, since: nil)
    case .missing: .letAppRun
    case .heldTooLong: .stepAgain
    case .cannotBeHeld: .traceCopy
    case .cannotBeTraced: .dryRunUntraced
    case .needsFullCopy: .copyInFull
    case .copyDisturbed: .blockWriters
    case .insideTransaction: .endTransaction
    case .notEnoughSpace(let folder, _, _): .freeSpace(folder: folder)
    case .damaged: .rescueFirst
    case .pageSizes: .sameJournal
    case .file(let path, _, let code): Self.remedy(for: SystemFailure(code: code), at: path)
    }
  }

  private static func remedy(for failure: SystemFailure, at path: String) -> Remedy {
    failure.isNoSpace
      ? .freeSpace(folder: Files.kind(of: path) == .folder ? path : Paths.folder(of: path))
      : failure.isTooManyFiles ? .closeFiles : failure.isDiskError ? .checkDisk : .checkFolder
  }

  /// True if a file could not be created, read or written because the disk failed or is full, or
  /// because too many files are open.
  public var isDiskError: Bool {
    guard case .file(_, _, let code) = kind else { return false }
    let failure = SystemFailure(code: code)
    return failure.isDiskError || failure.isTooManyFiles
  }

  /// The reason and the remedy.
  public var description: String { "\(message) \(remedy)" }
}

extension MigrationError: ExplainedError {
  /// The same as ``message``.
  public var sentence: String { message }
}
