internal import MigratorSQLite

/// Decides the effect of a journal mode that a migration sets, in the same way for the file and for
/// a copy.
///
/// A copy may be in another mode. SQLite refuses to change into or out of WAL mode in a transaction
/// that has written nothing. Once something was written, it ignores the change silently
/// (`OP_JournalMode` in `vdbe.c`).
///
/// > If the application using SQLite crashes in the middle of a transaction when the MEMORY
/// > journaling mode is set, then the database file will very likely go corrupt.
///
/// Source: <https://www.sqlite.org/pragma.html#pragma_journal_mode>.
struct JournalRule {
  enum Reference {
    case connection
    /// The mode of the original file; the connection has a copy, whose own mode does not matter.
    case file(isWAL: Bool)
    /// None: applied migrations are replayed to determine their schema.
    case nothing
  }

  enum Verdict {
    case done
    /// The connection keeps its mode; if `isLost`, the file would keep its mode too.
    case ignored(isLost: Bool)
    case refused(String)
  }

  private enum Mode: String, CaseIterable {
    case delete, persist, off, truncate, memory, wal

    /// Parses the pragma's value; `nil` for a query.
    ///
    /// SQLite accepts a prefix of a mode's name, and treats any other value as a query.
    init?(_ value: String) {
      let value = value.asciiLowercased
      guard let mode = Self.allCases.first(where: { $0.rawValue.hasPrefix(value) }) else {
        return nil
      }
      self = mode
    }
  }

  private(set) var reference: Reference
  /// True if the file is in WAL mode; `nil` if that does not matter.
  private var isWAL: Bool?
  /// True if the migration has written in its transaction.
  ///
  /// The creation of the ledger in the same transaction does not count: GRDB and other tools create
  /// it earlier, and for a second migration it already exists.
  private var hasWritten = false
  private let isInTransaction: () -> Bool

  /// Creates the rule for one migration.
  init(_ reference: Reference, on db: Database) throws {
    self.reference = reference
    isInTransaction = { db.isInsideTransaction }
    switch reference {
    case .connection:
      // SQLite ignores other modes for an in-memory database.
      let mode = try db.journalMode()
      isWAL = mode == "memory" ? nil : mode == "wal"
    case .file(let isWAL): self.isWAL = isWAL
    case .nothing: isWAL = nil
    }
  }

  mutating func note(_ event: AuthorizerEvent) {
    switch event {
    case .insert(_, "main", _), .update(_, _, "main", _), .delete(_, "main", _),
      .reindex(_, "main"), .analyze(_, "main"):
      hasWritten = true
    case .pragma(let name, .some, _) where Self.headerPragmas.contains(SQLName(name)):
      hasWritten = true
    // The next transaction has not written anything yet.
    case .transaction("COMMIT"), .transaction("ROLLBACK"): hasWritten = false
    default: break
    }
  }

  private static let headerPragmas: Set<SQLName> = [
    "user_version", "application_id", "schema_version", "incremental_vacuum",
  ]

  mutating func verdict(on value: String) -> Verdict {
    guard let mode = Mode(value) else { return .done }
    if mode == .off || mode == .memory {
      return .refused(
        "without a journal on disk, a crash during the migration would damage the database.")
    }
    let setsWAL = mode == .wal
    if let isWAL, isWAL != setsWAL, isInTransaction() {
      if hasWritten { return .ignored(isLost: true) }
      // The text is SQLite's, so that the failure gets the advice for this error.
      return .refused(
        "cannot change \(setsWAL ? "into" : "out of") wal mode from within a transaction")
    }
    if isWAL != nil { isWAL = setsWAL }
    if case .connection = reference { return .done }
    if case .file = reference { reference = .file(isWAL: setsWAL) }
    return .ignored(isLost: false)
  }
}
