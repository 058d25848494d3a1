public import MigratorSQLite

/// A change to the ledger that runs no migration.
///
/// The statements shown are the statements run, in one transaction.
public struct LedgerRepair: Sendable, Hashable {
  /// The kinds of repair.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Records migrations as applied without running them: a baseline.
    case markApplied
    /// Records the migrations as applied whose changes the live schema contains.
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
  /// The migration that is repaired; for a baseline the last one.
  public let identifier: String?
  /// A short description.
  public let title: String
  /// The effect, and reasons for or against it, as sentences.
  public let explanation: [String]
  /// The SQL, one statement each, without semicolons.
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
  /// - Returns: The state of the file afterwards, or `nil` when another program committed before it
  ///   could be read.
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
