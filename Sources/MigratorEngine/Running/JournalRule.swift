internal import MigratorSQLite

/// What becomes of a journal mode that a migration sets: the same on the file and on a copy of it, which
/// may be in another mode.
///
/// SQLite refuses to change into WAL mode or out of it in a transaction that has written nothing, and passes
/// over it without a word once something was written (`OP_JournalMode` of `vdbe.c`).
///
/// > If the application using SQLite crashes in the middle of a transaction when the MEMORY
/// > journaling mode is set, then the database file will very likely go corrupt.
///
/// Source: <https://www.sqlite.org/pragma.html#pragma_journal_mode>.
struct JournalRule {
  /// With which mode one that is set is compared.
  enum Reference {
    /// That of the connection, which is the file's own.
    case connection
    /// That of the file of which the connection has a copy, whose own mode is nobody's business.
    case file(isWAL: Bool)
    /// None: the migrations were applied, and are to show what schema they make.
    case nothing
  }

  /// What becomes of a mode that is set.
  enum Verdict {
    case done
    /// The connection's mode stays what it is; that of the file as well, where it would be another one.
    case passedOver(isLost: Bool)
    /// Why it may not be set.
    case refused(String)
  }

  /// A mode, as the pragma takes it.
  private enum Mode: String, CaseIterable {
    case delete, persist, off, truncate, memory, wal

    /// Finds what a value sets; `nil` where it only asks.
    ///
    /// SQLite takes the beginning of a name for the name, and what is no name for a question.
    init?(_ value: String) {
      let value = value.asciiLowercased
      guard let mode = Self.allCases.first(where: { $0.rawValue.hasPrefix(value) }) else {
        return nil
      }
      self = mode
    }
  }

  /// With what the next migration's modes are compared.
  private(set) var reference: Reference
  /// Whether the file is in WAL mode, where that decides.
  private var isWAL: Bool?
  private var hasWritten: Bool
  private let isInTransaction: () -> Bool

  /// Creates the rule of one migration on a connection, in whose transaction something may have been
  /// written.
  init(_ reference: Reference, on db: Database, hasWritten: Bool) throws {
    self.reference = reference
    self.hasWritten = hasWritten
    isInTransaction = { db.isInsideTransaction }
    switch reference {
    case .connection:
      // What is in memory has no other mode: SQLite passes over what is set.
      let mode = try db.journalMode()
      isWAL = mode == "memory" ? nil : mode == "wal"
    case .file(let isWAL): self.isWAL = isWAL
    case .nothing: isWAL = nil
    }
  }

  /// Notes what a statement is going to do.
  mutating func note(_ event: AuthorizerEvent) {
    switch event {
    case .insert(_, "main", _), .update(_, _, "main", _), .delete(_, "main", _),
      .reindex(_, "main"), .analyze(_, "main"):
      hasWritten = true
    case .pragma(let name, .some, _) where Self.headerPragmas.contains(SQLName(name)):
      hasWritten = true
    // What comes after one that ended has written nothing yet.
    case .transaction("COMMIT"), .transaction("ROLLBACK"): hasWritten = false
    default: break
    }
  }

  private static let headerPragmas: Set<SQLName> = [
    "user_version", "application_id", "schema_version", "incremental_vacuum",
  ]

  /// Decides about a value that is set.
  mutating func verdict(on value: String) -> Verdict {
    guard let mode = Mode(value) else { return .done }
    if mode == .off || mode == .memory {
      return .refused(
        "without a journal on the disk, a crash in its middle would destroy the database.")
    }
    let setsWAL = mode == .wal
    if let isWAL, isWAL != setsWAL, isInTransaction() {
      if hasWritten { return .passedOver(isLost: true) }
      // SQLite's own words, with their remedy.
      return .refused(
        "cannot change \(setsWAL ? "into" : "out of") wal mode from within a transaction")
    }
    if isWAL != nil { isWAL = setsWAL }
    if case .connection = reference { return .done }
    if case .file = reference { reference = .file(isWAL: setsWAL) }
    return .passedOver(isLost: false)
  }
}
