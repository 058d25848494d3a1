/// A migration in a form that both engines can run.
public struct PeerMigration: Sendable {
  /// The mode of foreign key checks.
  public enum ForeignKeys: Sendable, Hashable, CaseIterable {
    /// Foreign keys are off and all of them are checked at the end.
    case deferred
    /// Foreign keys are on.
    case immediate
  }

  /// The body of a migration.
  public enum Body: Sendable {
    /// SQL scripts, each passed to one `execute` call.
    case sql([String])
    /// Code that receives the applied identifiers among the folded ones.
    case code(@Sendable (_ db: any PeerDatabase, _ applied: Set<String>) throws -> Void)
  }

  /// The name in the ledger.
  public let identifier: String
  /// The mode of foreign key checks.
  public let foreignKeys: ForeignKeys
  /// The migrations that it replaces.
  public let merging: Set<String>
  /// The body of the migration.
  public let body: Body

  /// Creates a migration of SQL scripts.
  public init(
    _ identifier: String, _ foreignKeys: ForeignKeys = .deferred, merging: Set<String> = [],
    sql: String...
  ) {
    self.init(identifier, foreignKeys, merging: merging, body: .sql(sql))
  }

  /// Creates a migration of code.
  public init(
    _ identifier: String, _ foreignKeys: ForeignKeys = .deferred, merging: Set<String> = [],
    code: @escaping @Sendable (_ db: any PeerDatabase, _ applied: Set<String>) throws -> Void
  ) {
    self.init(identifier, foreignKeys, merging: merging, body: .code(code))
  }

  /// Creates a migration.
  public init(
    _ identifier: String, _ foreignKeys: ForeignKeys, merging: Set<String> = [], body: Body
  ) {
    self.identifier = identifier
    self.foreignKeys = foreignKeys
    self.merging = merging
    self.body = body
  }
}

/// The migrations that a program registers, in order.
public struct MigrationList: Sendable, ExpressibleByArrayLiteral {
  /// The migrations.
  public let migrations: [PeerMigration]
  /// The index from which `disablingDeferredForeignKeyChecks()` applies, or `nil`.
  public let uncheckedFrom: Int?

  /// Creates a list.
  public init(_ migrations: [PeerMigration], uncheckedFrom: Int? = nil) {
    self.migrations = migrations
    self.uncheckedFrom = uncheckedFrom
  }

  /// Creates a list in which all deferred migrations are checked.
  public init(arrayLiteral elements: PeerMigration...) {
    self.init(elements)
  }

  /// Returns the first migrations of the list.
  public func prefix(_ count: Int) -> MigrationList {
    MigrationList(Array(migrations.prefix(count)), uncheckedFrom: uncheckedFrom)
  }
}
