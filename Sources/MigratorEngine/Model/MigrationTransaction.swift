/// How the statements of a migration use transactions.
public enum MigrationTransaction: String, Sendable, Hashable, CaseIterable {
  /// One transaction contains the statements, the ledger's record and the foreign-key check.
  case whole
  /// No transaction: each statement is committed separately, as `VACUUM` requires.
  ///
  /// The script may begin transactions. Statements before a failure remain in the database.
  case none
  /// A transaction is open when the script begins; the script may end and begin transactions.
  ///
  /// Statements that it committed before a failure remain in the database.
  case open
}
