public import MigratorSQLite

/// A registered migration; two are equal if they run the same statements with the same options.
///
/// For code, only the identifier and the options can be compared.
public struct RegisteredMigration: Sendable, Hashable {
  /// The identifier.
  public let identifier: String
  /// The SQL, or `nil` when it is code.
  public let script: SQLScript?
  /// How it treats foreign keys.
  public let foreignKeyChecks: ForeignKeyChecks
  /// How its statements use transactions.
  public let transaction: MigrationTransaction

  /// Creates a registration; the parameters are the properties.
  public init(
    identifier: String, script: SQLScript? = nil,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    transaction: MigrationTransaction = .whole
  ) {
    self.identifier = identifier
    self.script = script
    self.foreignKeyChecks = foreignKeyChecks
    self.transaction = transaction
  }
}
