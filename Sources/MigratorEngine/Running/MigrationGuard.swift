internal import MigratorPlatform
internal import MigratorSQLite
internal import MigratorSchema

final class MigrationGuard {
  /// True if the body sets foreign_keys inside a transaction, which has no effect.
  private var setsForeignKeys = false

  /// The settings and temporary objects that the body leaves on its connection.
  private(set) var connectionChanges = ConnectionChanges()

  /// The journal mode that the body set without effect.
  private var lostMode: String?

  /// The settings that only `VACUUM` applies.
  private var deferredSettings = DeferredSettings()

  var warnings: [String] {
    var warnings: [String] = []
    if setsForeignKeys {
      warnings.append(StepReport.ignoredForeignKeys)
    }
    if let lostMode {
      warnings.append(
        "PRAGMA journal_mode = \(lostMode) has no effect inside a transaction that has written: "
          + "the database keeps its mode. A migration that runs outside a transaction can change it."
      )
    }
    warnings += deferredSettings.warnings
    return warnings
  }

  /// True if the connection may differ from a new one.
  ///
  /// For example, because of a temporary object or a setting; code may do anything.
  private(set) var changesConnectionState: Bool

  private(set) var journal: JournalRule?

  private var changes = ChangeRecord()

  /// The SQL of the next statement, empty for code: SQLite does not report a table's new name.
  var statement = ""

  private let identifier: String
  private let isScript: Bool
  private let runsOutsideTransaction: Bool
  /// The ledger tables whose rows the statements may not change.
  ///
  /// Set only if a change could not be rolled back afterwards.
  private let ledgers: Set<SQLName>
  /// The only number that the statements may set, for the same reason, if `user_version` is the
  /// ledger.
  private let ownVersion: Int64?
  private let checks: ForeignKeyCheckSession

  init(_ migration: Migration, of ledger: any Ledger, noting checks: ForeignKeyCheckSession) {
    self.checks = checks
    let isFinal = migration.runsOutsideTransaction && migration.script != nil
    ledgers = isFinal ? Set(ledger.tableNames.map(SQLName.init(_:))) : []
    ownVersion = isFinal ? ledger.userVersion(after: migration.identifier) : nil
    identifier = migration.identifier
    isScript = migration.script != nil
    changesConnectionState = migration.script == nil || migration.runsOutsideTransaction
    runsOutsideTransaction = migration.runsOutsideTransaction
  }

  /// Returns the authorizer for the body, which also passes its events to the trace.
  func authorizer(
    on db: Database, _ journal: JournalRule.Reference, telling trace: SchemaTrace
  ) throws -> Authorizer {
    self.journal = try JournalRule(journal, on: db)
    return Authorizer(seesReads: trace.notesReads) { [self] event in
      trace.note(event)
      if case .read = event { return .allow }
      return decide(event)
    }
  }

  /// True if the body certainly did not change existing tables, according to SQLite.
  func hasLeft(_ tables: [String]) -> Bool {
    !changes.requiresFullCheck && tables.allSatisfy { changes.tables[SQLName($0)] == nil }
  }

  /// Compares the settings with those of the database, at the end of the transaction.
  func compareSettings(_ db: Database) throws {
    if !runsOutsideTransaction { try deferredSettings.compare(db) }
  }

  private func decide(_ event: AuthorizerEvent) -> Authorizer.Decision {
    checks.note(event)
    changes.note(event)
    journal?.note(event)
    if event.isOfConnection { changesConnectionState = true }
    if isScript { connectionChanges.note(event) }
    switch event {
    case .transaction(let operation) where !runsOutsideTransaction:
      return .deny(
        "\(operation) is not allowed in migration \"\(identifier)\": the migration and its "
          + "record are committed in one transaction. \(transactionRemedy)")
    // VACUUM internally attaches a file with an empty name.
    case .attach(let file) where isScript && file != "":
      return .deny(
        "ATTACH and VACUUM INTO are not allowed in migration \"\(identifier)\": a "
          + "migration may change only its own database, so that it can be rolled back and tried "
          + "on a copy.")
    case .createTable(let table, "main") where ledgers.contains(SQLName(table)),
      .createTrigger(_, let table, "main") where ledgers.contains(SQLName(table)),
      .insert(let table, "main", _) where ledgers.contains(SQLName(table)),
      .delete(let table, "main", _) where ledgers.contains(SQLName(table)),
      .update(let table, _, "main", _) where ledgers.contains(SQLName(table)),
      .dropTable(let table, "main") where ledgers.contains(SQLName(table)),
      .alterTable(let table, "main") where ledgers.contains(SQLName(table)):
      return denyChanging(table)
    case .alterTable(_, "main"):
      return ledgerMadeByRename.map(denyChanging) ?? .allow
    case .pragma(let name, let value?, _):
      return decide(setting: SQLName(name), to: value)
    default:
      return .allow
    }
  }

  private func denyChanging(_ ledger: String) -> Authorizer.Decision {
    .deny(
      "Changing \(ledger) is not allowed in migration \"\(identifier)\": the ledger decides "
        + "which migrations run. Remove the statement, and change records with "
        + "\(ProgramName.text) repair."
    )
  }

  /// The ledger table whose name the current statement gives to another table.
  private var ledgerMadeByRename: String? {
    guard !ledgers.isEmpty,
      case .change(.tableRenamed(_, let name), _)? = SchemaStatement(statement)
    else { return nil }
    return ledgers.first { $0 == name }?.text
  }

  private func decide(setting pragma: SQLName, to value: String) -> Authorizer.Decision {
    func deny(_ reason: String) -> Authorizer.Decision {
      .deny("PRAGMA \(pragma) = \(value) is not allowed in migration \"\(identifier)\": \(reason)")
    }
    switch pragma {
    case "user_version":
      guard let ownVersion, Int64(pragma: value) != ownVersion else { return .allow }
      return deny(
        "it is the ledger, and this migration may only set it to \(ownVersion). To change records, use "
          + "\(ProgramName.text) repair.")
    case "foreign_keys":
      if !runsOutsideTransaction { setsForeignKeys = true }
      return .allow
    case "page_size", "auto_vacuum":
      deferredSettings.note(pragma, value)
      return .allow
    case "journal_mode":
      switch journal?.verdict(on: value) {
      case .refused(let reason): return deny(reason)
      case .ignored(let isLost):
        if isLost { lostMode = value }
        return .ignore
      case .done, nil: return .allow
      }
    case "locking_mode" where SQLName(value) == "exclusive":
      return deny(
        "it would block all other connections, even after the migration. A migration already has "
          + "the write lock.")
    case _ where Self.pragmasOfProgram.contains(pragma):
      return deny("it would apply to every database of the program.")
    default:
      return .allow
    }
  }

  /// The pragmas that affect the whole program when they are compiled.
  static let pragmasOfProgram: Set<SQLName> = [
    "hard_heap_limit", "soft_heap_limit", "temp_store_directory", "data_store_directory",
  ]

  private var transactionRemedy: String {
    isScript
      ? "Remove it, or let the migration run outside a transaction."
      : "To roll back a part of it, use inSavepoint."
  }
}

extension Int64 {
  /// Parses the number as SQLite does, including hexadecimal; `nil` for other values.
  fileprivate init?(pragma value: String) {
    if value.lowercased().hasPrefix("0x") {
      self.init(value.dropFirst(2), radix: 16)
    } else {
      self.init(value)
    }
  }
}

extension AuthorizerEvent {
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
