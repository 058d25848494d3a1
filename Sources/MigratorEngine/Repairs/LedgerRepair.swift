public import MigratorSQLite

/// A change of the ledger alone: no migration is run.
///
/// What a person reads is what is run: the statements, in one transaction.
public struct LedgerRepair: Sendable, Hashable {
  /// The kinds of repair.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Records migrations as applied that were not run here: a baseline.
    case markApplied
    /// Records those migrations as applied that the live schema shows as done.
    case adopt
    /// Takes the sign of a failure away, so that what failed is pending again.
    case clearDirty
    /// Puts the present checksum of a changed migration into the ledger.
    case acceptChecksum
    /// Breaks a lock that a process left behind.
    case breakLock
  }

  /// The kind.
  public let kind: Kind
  /// The migration it is about; the last of them for a baseline.
  public let identifier: String?
  /// What it does, in a few words.
  public let title: String
  /// What it means, and what speaks for or against it, in sentences.
  public let explanation: [String]
  /// The SQL, a statement each, without semicolons.
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

  /// The same, with a sentence before the others that speaks for or against it.
  package func explained(by sentence: String) -> LedgerRepair {
    LedgerRepair(
      kind: kind, identifier: identifier, title: title, explanation: [sentence] + explanation,
      statements: statements)
  }

  /// The statements as a script: one to a line, with the transaction they run in.
  public var script: String {
    (["BEGIN IMMEDIATE"] + statements + ["COMMIT"]).map { $0 + ";\n" }.joined()
  }

  /// Runs the statements in one transaction, which changes nothing else.
  ///
  /// - Parameters:
  ///   - writer: The database.
  ///   - fingerprint: The state the file must be in once the write lock is held, or `nil` for any.
  /// - Returns: The state in which the file was left, or `nil` when another program committed before
  ///   that could be read.
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/databaseChanged`` when the file
  ///   changed since, of kind ``MigrationError/Kind/firesTriggers(_:changing:)`` when the statements changed rows
  ///   that they do not name; `DatabaseError`. Nothing is changed then, unless that is in doubt
  ///   (``DatabaseError/isInDoubt``).
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
        try TriggeredChanges().run(statements, on: db)
        version = try db.integerPragma("data_version")
        return .commit
      }
      return version.flatMap { DatabaseFingerprint(of: db, ifVersionIs: $0) }
    }
  }
}
