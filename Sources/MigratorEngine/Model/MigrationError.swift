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
    /// The migration runs outside a transaction, so it could not be rolled back after a pause
    /// between statements.
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
    /// In WAL mode, SQLite cannot restore a backup with another page size. Both sizes are in bytes.
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

  /// The reason and the state of the database, in one or more sentences.
  public var message: String { explanation.sentence }

  /// The reason and the remedy.
  public var description: String { "\(message) \(remedy)" }
}

extension MigrationError: ExplainedError {
  /// The reason, the next step, and the category.
  public var explanation: Explanation {
    switch kind {
    case .duplicateIdentifier(let id):
      Explanation(
        .badMigrations, "Two migrations have the identifier \"\(id)\".", "Rename one of them.")
    case .mergesRegistered(let id, let merged):
      Explanation(
        .badMigrations,
        "\"\(id)\" merges \"\(merged)\", but \"\(merged)\" is also registered and would run after each merge.",
        "Unregister \"\(merged)\", or remove it from the list of merged migrations.")
    case .unknownTarget(let id):
      Explanation(
        .usage, "No registered migration is called \"\(id)\".",
        "List the migrations: \(command: "status", "DB").")
    case .targetBehindApplied(let target, let applied):
      Explanation(
        .usage,
        "The database is already migrated beyond \"\(target)\": \"\(applied)\" is applied.",
        "Choose a later target: migrations run only forward.")
    case .reentrant:
      Explanation(
        .internalError,
        "A migration cannot start inside a read or write block of the same database connection.",
        "Start it after the block has returned.")
    case .unexpectedNext(let expected, let found?):
      Explanation(
        .busy,
        "The next migration is \"\(found)\", not \"\(expected)\". \"\(expected)\" was not run.",
        Self.reread)
    case .unexpectedNext(let expected, nil):
      Explanation(.busy, "\"\(expected)\" is no longer pending. It was not run.", Self.reread)
    case .databaseChanged:
      Explanation(
        .busy, "The database changed after it was read. No further migration was run.",
        .repeatDryRun)
    case .losesMore(let id, let excess):
      Explanation(
        .notAccepted,
        "Migration \"\(id)\" would lose more than was accepted: "
          + excess.prefix(5).map(\.description).joined(separator: "; ")
          + (excess.count > 5 ? "; and \(excess.count - 5) more" : "")
          + ". Rows have changed since the dry run, or the migration gives different results each "
          + "time.",
        "Repeat the dry run, accept its losses, then apply the migration.")
    case .notComparable(let id):
      Explanation(
        .busy,
        "Rows may have changed since the dry run, and migtui could not check the losses of \"\(id)\" "
          + "before the commit.",
        "Stop the programs that write to the database, or set journal_mode to WAL. Then retry the step."
      )
    case .leftTransactionOpen(let id):
      Explanation(
        .internalError,
        "Migration \"\(id)\" began a transaction and did not end it. That transaction was rolled back.",
        "Add the missing COMMIT.")
    case .notRecorded(let id, let ledger):
      Explanation(
        .blocked, "The record of \"\(id)\" is not in \(ledger), although it was inserted.",
        "Look for a trigger on \(ledger), or a view of this name, and drop it.")
    case .ledgerRefuses(let ledger, let reason):
      Explanation(
        .blocked, "\(ledger) rejects the record: \(reason).",
        """
        Inspect \(ledger) in the sqlite3 shell. Remove anything that its tool did not create: a row, a \
        constraint, a column, a trigger, or a view of this name.
        """)
    case .firesTriggers(let triggers, let tables):
      Self.firesTriggers(triggers, changing: tables)
    case .changesLedger(let id, let ledger, let gone, let added):
      Explanation(
        .badMigrations,
        "Migration \"\(id)\" edits \(ledger): "
          + [("deletes", gone), ("inserts", added)].filter { !$0.1.isEmpty }.map { verb, records in
            let more = records.count > 3 ? " and \(records.count - 3) more" : ""
            return "it \(verb) the record of \(records.prefix(3).joined(separator: ", "))\(more)"
          }.joined(separator: " and ") + ".",
        Self.leaveLedger)
    case .dropsLedger(let id, let table):
      Explanation(
        .badMigrations, "Migration \"\(id)\" drops \(table), which records the applied migrations.",
        Self.leaveLedger)
    case .obstacle(let obstacle):
      Explanation(
        obstacle.isOfFile ? .badMigrations : .blocked, obstacle.message, Remedy(obstacle.remedy))
    case .missing(let features):
      Self.missing(features)
    case .heldTooLong(let id, let limit):
      Explanation(
        .internalError,
        "\"\(id)\" was paused for \(limit.components.seconds) s and was rolled back, because it blocked "
          + "all other writers.",
        .stepAgain)
    case .cannotBeHeld(let id):
      Explanation(
        .blocked,
        "\"\(id)\" runs outside a transaction and cannot be paused: its statements could not be rolled "
          + "back. No changes were made.",
        """
        Trace it on a copy: press x, or run \(command: "dry-run", "DB", "--trace"). Then apply it \
        without pausing.
        """)
    case .cannotBeTraced(let id):
      Explanation(
        .undetermined, "The engine that runs \"\(id)\" does not expose its statements.",
        "Look at the result of a dry run instead: press d, or run \(command: "dry-run", "DB").")
    case .needsFullCopy:
      Explanation(
        .usage,
        "The engine of these migrations supports dry runs only on a copy of the whole file.",
        "Omit --copy, or use --copy full.")
    case .copyDisturbed:
      Explanation(
        .busy,
        "Other programs kept writing to the database while it was copied for the dry run. "
          + "No changes were made.",
        """
        Repeat the dry run when fewer programs write, or add --copy overlay: an overlay needs no copy, but \
        blocks writers until the dry run ends.
        """)
    case .insideTransaction:
      Explanation(
        .internalError,
        "The connection has an open transaction, so a migration cannot begin its own.",
        "Commit or roll back that transaction first.")
    case .notEnoughSpace(let folder, let needed, let available):
      Explanation(
        .inputOutput, "\(folder) has \(available) bytes free, but \(needed) are required.",
        .freeSpace(folder: folder))
    case .damaged(let details):
      Explanation(
        .dataError, "The database is damaged: \(details).", .rescue())
    case .pageSizes(let database, let backup):
      Explanation(
        .blocked,
        "The page size of the backup is \(backup) bytes, but that of the database is \(database) bytes "
          + "and cannot change in WAL mode. No changes were made.",
        """
        Close the database in all programs, run \(shell: "sqlite3", "DB", "PRAGMA journal_mode = DELETE"), \
        and restore again.
        """)
    case .file(let path, let action, let code):
      Self.file(path, action, SystemFailure(code: code))
    }
  }

  private static var reread: Remedy {
    "List the migrations again: another program may have migrated the database."
  }

  private static var leaveLedger: Remedy {
    """
    Remove the statement: the ledger decides which migrations run. To change its records, use \
    \(command: "repair", "DB").
    """
  }

  private static func firesTriggers(
    _ triggers: [String], changing tables: [String]
  ) -> Explanation {
    if triggers.isEmpty {
      return Explanation(
        .blocked,
        "A foreign key that refers to the ledger would change rows of another table. "
          + "No changes were made.",
        "Remove that foreign key, then repair.")
    }
    let names = triggers.map { "\"\($0)\"" }.joined(separator: ", ")
    let statements = triggers.map { "DROP TRIGGER \($0.quotedDatabaseIdentifier);" }
    return Explanation(
      .blocked,
      "The repair fires \(triggers.count == 1 ? "trigger" : "triggers") \(names) on the ledger, which "
        + "would change rows of \(tables.joined(separator: ", ")). No changes were made.",
      "Run this in the sqlite3 shell, then repair: \(statements.joined(separator: " "))")
  }

  private static func missing(_ features: [MissingFeature]) -> Explanation {
    let list = features.map(\.description).joined(separator: "; ")
    return features.allSatisfy(\.isOfSQLite)
      ? Explanation(
        .blocked, "The migration requires a newer SQLite: \(list).", .useNewerSQLite)
      : Explanation(
        .blocked, "The migration requires features of its app: \(list).",
        "Let the app run it, or load the extension that provides them: --load-extension FILE.")
  }

  private static func file(
    _ path: String, _ action: String, _ failure: SystemFailure
  ) -> Explanation {
    let message = "Could not \(action) \(path): \(failure)."
    if failure.isNoSpace {
      let folder = Files.kind(of: path) == .folder ? path : Paths.folder(of: path)
      return Explanation(.inputOutput, message, .freeSpace(folder: folder))
    }
    if failure.isTooManyFiles { return Explanation(.inputOutput, message, .closeFiles) }
    if failure.isDiskError { return Explanation(.inputOutput, message, .checkDisk) }
    return Explanation(.cannotCreate, message, .checkFolder)
  }
}
