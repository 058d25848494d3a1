public import MigratorSQLite
internal import SQLSyntax

/// A change to the ledger that runs no migration.
///
/// The statements shown are the statements run, in one transaction.
public struct LedgerRepair: Sendable, Hashable {
  /// The kinds of repair.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Records migrations as applied without running them: a baseline.
    case markApplied
    /// Records as applied the migrations whose changes the live schema contains.
    case adopt
    /// Clears the failed state, so that the migration becomes pending.
    case clearDirty
    /// Stores the current checksum of a changed migration.
    case acceptChecksum
    /// Breaks a lock that a process left behind.
    case breakLock
  }

  /// The kind of repair.
  public let kind: Kind
  /// The migration that is repaired; for a baseline, the last one.
  public let identifier: String?
  /// A short description.
  public let title: String
  /// The effect, and reasons for or against it, as sentences.
  public let explanation: [String]
  /// The SQL statements, without semicolons.
  public let statements: [String]

  /// Creates a repair; the parameters are the properties.
  public init(
    kind: Kind, identifier: String?, title: String, explanation: [String], statements: [String]
  ) {
    self.kind = kind
    self.identifier = identifier
    self.title = title
    self.explanation = explanation
    self.statements = statements
  }

  package func explained(by sentence: String) -> LedgerRepair {
    LedgerRepair(
      kind: kind, identifier: identifier, title: title, explanation: [sentence] + explanation,
      statements: statements)
  }

  /// The statements as a script, one per line, including the transaction.
  public var script: String {
    (["BEGIN IMMEDIATE"] + statements + ["COMMIT"]).map { $0 + ";\n" }.joined()
  }

  /// Runs the statements in one transaction, which changes nothing else.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - fingerprint: The required state of the file once the write lock is held, or `nil` for any.
  /// - Returns: The state of the file afterwards, or `nil` when another program committed before
  ///   the state could be read.
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/databaseChanged`` if the state
  ///   differs, or of kind ``MigrationError/Kind/firesTriggers(_:changing:)`` if triggers or
  ///   foreign-key actions changed rows; `DatabaseError`. Nothing is changed then, unless the
  ///   commit is in doubt (``DatabaseError/isInDoubt``).
  @discardableResult
  public func apply(
    _ writer: any DatabaseWriter, expectedFingerprint fingerprint: DatabaseFingerprint?
  ) throws -> DatabaseFingerprint? {
    try writer.barrierWriteWithoutTransaction { db in
      var version: Int64?
      try db.inTransaction(.immediate) {
        if let fingerprint, try DatabaseFingerprint(of: db) != fingerprint {
          throw MigrationError(.databaseChanged)
        }
        try db.withDoubleQuotedStringLiterals(accepted: true) {
          try TriggeredChanges().run(statements, on: db)
        }
        version = try db.integerPragma("data_version")
        return .commit
      }
      return version.flatMap { DatabaseFingerprint(of: db, ifVersionIs: $0) }
    }
  }
}

/// Runs statements and rejects them if triggers or foreign-key actions change rows.
///
/// The user confirms a repair by its SQL, which does not show the rows that a trigger or a
/// foreign-key action changes.
final class TriggeredChanges {
  private var named: Set<SQLName> = []
  private var triggered: [SQLName] = []
  /// The triggers that write, including those fired by other triggers.
  private var triggers: Set<SQLName> = []

  /// Runs statements in a transaction, which the caller must roll back if an error is thrown.
  ///
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/firesTriggers(_:changing:)`` if a
  ///   trigger or a foreign-key action changed rows, or of kind
  ///   ``MigrationError/Kind/ledgerRefuses(ledger:reason:)`` if the ledger rejected a row;
  ///   `DatabaseError`.
  func run(_ statements: [String], on db: Database) throws {
    let witness = Authorizer { [self] event in
      note(event)
      return .allow
    }
    for statement in statements {
      let before = db.totalChangesCount
      named = []
      do {
        try db.observed(by: witness) { try db.execute(sql: statement) }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        throw refusal(because: error.message ?? "constraint failed")
      }
      let count = db.totalChangesCount - before
      // A trigger can discard a row without an error:
      // <https://www.sqlite.org/lang_createtrigger.html#raise>.
      if count == 0, Self.mustChangeRows(statement) {
        throw refusal(because: "the row was not stored")
      }
      // `total_changes` includes rows that triggers and foreign-key actions changed; `changes` does
      // not. A statement that changes nothing leaves `changes` unchanged. Source:
      // <https://www.sqlite.org/c3ref/total_changes.html>.
      if count > 0, count != db.changesCount { throw try refusal(db) }
    }
  }

  private func note(_ event: AuthorizerEvent) {
    switch event {
    case .insert(let table, _, let trigger), .delete(let table, _, let trigger),
      .update(let table, _, _, let trigger):
      guard let trigger else {
        named.insert(SQLName(table))
        return
      }
      triggers.insert(SQLName(trigger))
      if !triggered.contains(SQLName(table)) { triggered.append(SQLName(table)) }
    default: break
    }
  }

  private static func mustChangeRows(_ statement: String) -> Bool {
    let word = SQLTokenizer.firstToken(of: statement)
    return word.map { $0.isWord("insert") || $0.isWord("update") } ?? false
  }

  private func refusal(because reason: String) -> MigrationError {
    let table = named.map(\.text).sorted().joined(separator: ", ")
    return MigrationError(.ledgerRefuses(ledger: table, reason: reason))
  }

  private func refusal(_ db: Database) throws -> MigrationError {
    let names = try ["main", "temp"].flatMap { schema in
      try db.schemaRows(in: schema, where: [.kind(.trigger)]) { row in
        named.contains(SQLName(try row.tableName)) ? try row.name : nil
      }
    }
    return MigrationError(
      .firesTriggers(
        names.filter { triggers.contains(SQLName($0)) }, changing: triggered.map(\.text)))
  }
}
