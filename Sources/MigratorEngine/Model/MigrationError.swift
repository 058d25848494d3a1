internal import MigratorPlatform
internal import MigratorSQLite
/// A request that cannot be carried out, with what to do about it.
///
/// Errors of a migration's own statements or code are thrown as they are; this type stands for
/// the cases in which GRDB's migrator traps and for what only this engine refuses.
public struct MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was refused.
  public enum Kind: Sendable, Hashable {
    /// Two migrations have the identifier.
    case duplicateIdentifier(String)
    /// A migration merges one that is registered itself.
    case mergesRegistered(identifier: String, merged: String)
    /// No registered migration has the identifier.
    case unknownTarget(String)
    /// A migration registered after the target is applied already.
    case targetBehindApplied(target: String, applied: String)
    /// A database access runs on this connection already.
    case reentrant
    /// The next migration is not the one that was expected; `found` is `nil` when none is left.
    case unexpectedNext(expected: String, found: String?)
    /// The database changed since it was looked at.
    case databaseChanged
    /// The migration lost more than was agreed to, and was rolled back.
    case losesMore(identifier: String, [Losses.Excess])
    /// The rows changed since the dry run, and what the migration did to them could not be compared.
    case notComparable(identifier: String)
    /// The migration, which runs outside a transaction, began one and did not end it.
    case leftTransactionOpen(identifier: String)
    /// The ledger did not keep the record of the migration.
    case notRecorded(identifier: String, ledger: String)
    /// The statements of the migration deleted or inserted records of other migrations.
    case changesLedger(identifier: String, ledger: String, gone: [String], added: [String])
    /// The ledger, or the next migration, lets nobody but its own tool go on.
    case obstacle(StepObstacle)
    /// The migration uses what this program's SQLite does not have.
    case missing([MissingFeature])
    /// The connection has a transaction open already.
    case insideTransaction
    /// A folder has too little space, in bytes.
    case notEnoughSpace(folder: String, needed: Int64, available: Int64)
    /// Pages of the database are damaged; `details` are SQLite's words for the first of them.
    case damaged(details: String)
    /// A file or folder could not be made, read or written.
    case file(path: String, action: String, errno: Int32)
  }

  /// What was refused.
  public let kind: Kind

  /// Creates an error.
  ///
  /// - Parameter kind: What was refused.
  public init(_ kind: Kind) {
    self.kind = kind
  }

  /// What is wrong, in one sentence.
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
      "The next migration is \"\(found)\", not \"\(expected)\"; nothing was run."
    case .unexpectedNext(let expected, nil):
      "\"\(expected)\" is not pending any more; nothing was run."
    case .databaseChanged:
      "Another program changed the database since it was looked at; nothing was run."
    case .losesMore(let id, let excess):
      "Migration \"\(id)\" would lose more than was agreed to, as other programs changed rows since "
        + "the dry run: " + excess.prefix(5).map(\.description).joined(separator: "; ")
        + (excess.count > 5 ? "; and \(excess.count - 5) more" : "") + "."
    case .notComparable(let id):
      "Other programs changed rows since the dry run, and what \"\(id)\" did to them could not be "
        + "compared before the commit."
    case .leftTransactionOpen(let id):
      "Migration \"\(id)\" began a transaction and did not end it; that part was rolled back."
    case .notRecorded(let id, let ledger):
      "The record of \"\(id)\" is not in \(ledger) although it was inserted."
    case .changesLedger(let id, let ledger, let gone, let added):
      "Migration \"\(id)\" edits \(ledger): "
        + [("deletes", gone), ("inserts", added)].filter { !$0.1.isEmpty }.map { verb, records in
          let more = records.count > 3 ? " and \(records.count - 3) more" : ""
          return "it \(verb) the record of \(records.prefix(3).joined(separator: ", "))\(more)"
        }.joined(separator: " and ") + "."
    case .obstacle(let obstacle): obstacle.message
    case .missing(let features):
      "The migration needs \(features.allSatisfy(\.isOfSQLite) ? "a newer SQLite" : "its app"): "
        + features.map(\.description).joined(separator: "; ") + "."
    case .insideTransaction:
      "The connection has a transaction open, so a migration cannot begin its own."
    case .notEnoughSpace(let folder, let needed, let available):
      "\(folder) has \(available) bytes free, and the copy needs \(needed)."
    case .damaged(let details):
      "The database is damaged: \(details)."
    case .file(let path, let action, let code):
      "Could not \(action) \(path): \(SystemFailure(code: code))."
    }
  }

  /// What to do about it, in one sentence.
  public var remedy: String {
    switch kind {
    case .duplicateIdentifier: "Give each migration a name of its own."
    case .mergesRegistered(_, let merged):
      "Register \"\(merged)\" no more, or take it out of what is merged."
    case .unknownTarget: "Choose one of the registered migrations."
    case .targetBehindApplied: "Migrations only run forward: choose a later target."
    case .reentrant: "Start it after the access has ended."
    case .unexpectedNext: "Look at the list again: another program may have migrated the database."
    case .databaseChanged: "Look again, repeat the dry run, then step."
    case .losesMore: "Look at the new dry run, agree to what it loses, and step again."
    case .notComparable: "Stop the programs that write, or set journal_mode to WAL, and step again."
    case .leftTransactionOpen: "Add the COMMIT that is missing."
    case .notRecorded(_, let ledger):
      "Look for a trigger on \(ledger), or a view of that name, and drop it."
    case .changesLedger:
      "What is recorded decides what runs: take the statement out, and change records with migtui "
        + "repair."
    case .obstacle(let obstacle): obstacle.remedy
    case .missing(let features) where features.allSatisfy(\.isOfSQLite):
      "Let the app run it, or use a migtui that is built with a newer SQLite than "
        + "\(SQLiteLibrary.version)."
    case .missing:
      "Let the app run it, or load the extension that has it with --load-extension FILE."
    case .insideTransaction: "Commit or roll back that transaction first."
    case .notEnoughSpace: "Free some space, or name a roomier folder in TMPDIR."
    case .damaged:
      "Do not migrate it: go back to a backup, or rescue it with sqlite3's .recover first."
    case .file: "Check that the folder exists, is writable and has space."
    }
  }

  /// The sentence and the remedy.
  public var description: String { "\(message) \(remedy)" }
}
