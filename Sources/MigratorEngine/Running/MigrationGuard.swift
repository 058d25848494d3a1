internal import MigratorPlatform
internal import MigratorSQLite

/// What the statements of a migration may not do, and what they were seen to do.
final class MigrationGuard {
  /// Whether the body set a pragma that does nothing inside a transaction.
  private var setsForeignKeys = false

  /// What the migration may not have meant to do.
  var warnings: [String] {
    setsForeignKeys
      ? [
        "PRAGMA foreign_keys does nothing inside a transaction. What happens to foreign keys is "
          + "decided before the migration begins: deferred, immediate or off."
      ] : []
  }

  /// Whether the body may have left something in its connection that a new one would not have: a
  /// temporary object, a setting, whatever code does.
  private(set) var leavesConnectionOther: Bool

  /// What the body was seen to touch.
  private var changes = ChangeRecord()

  private let identifier: String
  private let isScript: Bool
  private let runsOutsideTransaction: Bool
  /// The tables whose rows the statements must leave as they are, because nothing could be taken back
  /// when it turns out that they did not.
  private let ledgers: Set<SQLName>
  private let checks: CheckSession

  init(_ migration: Migration, ledgers: [String], noting checks: CheckSession) {
    self.checks = checks
    self.ledgers =
      migration.runsOutsideTransaction && migration.script != nil
      ? Set(ledgers.map(SQLName.init(_:))) : []
    identifier = migration.identifier
    isScript = migration.script != nil
    leavesConnectionOther = migration.script == nil || migration.runsOutsideTransaction
    runsOutsideTransaction = migration.runsOutsideTransaction
  }

  /// Makes the authorizer for the time in which the body runs, which tells the trace what
  /// statements are going to do.
  func authorizer(telling trace: SchemaTrace) -> Authorizer {
    Authorizer(seesReads: trace.notesReads) { [self] event in
      trace.note(event)
      if case .read = event { return .allow }
      return decide(event)
    }
  }

  /// Whether the body left tables that are there as they are, as far as SQLite told.
  func hasLeft(_ tables: [String]) -> Bool {
    !changes.isBeyondTelling && tables.allSatisfy { changes.tables[SQLName($0)] == nil }
  }

  private func decide(_ event: AuthorizerEvent) -> Authorizer.Decision {
    checks.note(event)
    changes.note(event)
    if event.isOfConnection { leavesConnectionOther = true }
    switch event {
    case .transaction(let operation) where !runsOutsideTransaction:
      return .deny(
        "\(operation) is not allowed in migration \"\(identifier)\": it runs inside a transaction "
          + "that is committed together with its record. \(transactionRemedy)")
    // VACUUM attaches a nameless file, which is its own business.
    case .attach(let file) where isScript && file != "":
      return .deny(
        "ATTACH, VACUUM INTO and other files are not allowed in migration \"\(identifier)\": "
          + "a migration changes the one database it is recorded in, so that it can be undone as "
          + "a whole and tried on a copy.")
    case .delete(let table, "main", _) where ledgers.contains(SQLName(table)),
      .update(let table, _, "main", _) where ledgers.contains(SQLName(table)),
      .dropTable(let table, "main") where ledgers.contains(SQLName(table)),
      .alterTable(let table, "main") where ledgers.contains(SQLName(table)):
      return .deny(
        "Changing \(table) is not allowed in migration \"\(identifier)\": what is recorded there "
          + "decides what runs. Take the statement out, and change records with \(ProgramName.text) repair."
      )
    // > If the application using SQLite crashes in the middle of a transaction when the MEMORY
    // > journaling mode is set, then the database file will very likely go corrupt.
    // <https://www.sqlite.org/pragma.html#pragma_journal_mode>.
    case .pragma(let name, let mode?, _)
    where SQLName(name) == "journal_mode" && Self.givesJournalUp(mode):
      return .deny(
        "PRAGMA journal_mode = \(mode) is not allowed in migration \"\(identifier)\": without a "
          + "journal on the disk, a crash in its middle would destroy the database.")
    case .pragma(let name, .some, _) where SQLName(name) == "foreign_keys":
      if !runsOutsideTransaction { setsForeignKeys = true }
      return .allow
    default:
      return .allow
    }
  }

  /// Whether a journal mode leaves a database that no crash may meet.
  ///
  /// SQLite takes the beginning of a name for the name, and what is no name for a question.
  private static func givesJournalUp(_ mode: String) -> Bool {
    !mode.isEmpty && ["memory", "off"].contains { $0.hasPrefix(mode.asciiLowercased) }
  }

  private var transactionRemedy: String {
    isScript
      ? "Remove it, or let the migration run outside a transaction (no-transaction)."
      : "Use inSavepoint to undo a part."
  }
}

extension AuthorizerEvent {
  /// Whether it is about the connection and not about the file.
  fileprivate var isOfConnection: Bool {
    switch self {
    case .pragma, .attach, .detach: true
    case .createTable(_, let schema), .createIndex(_, _, let schema), .createView(_, let schema),
      .createTrigger(_, _, let schema), .createVirtualTable(_, _, let schema):
      schema != "main"
    default: false
    }
  }
}
