public import MigratorSQLite

/// What is registered of a migration: two are equal exactly where the same would run.
///
/// Of code only the name can be compared.
public struct RegisteredMigration: Sendable, Hashable {
  /// The identifier.
  public let identifier: String
  /// The text, or `nil` when it is code.
  public let script: SQLScript?
  /// How it treats foreign keys.
  public let foreignKeyChecks: ForeignKeyChecks
  /// What holds its statements together.
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
