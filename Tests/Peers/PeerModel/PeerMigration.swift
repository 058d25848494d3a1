/// A migration, said once for both engines.
public struct PeerMigration: Sendable {
  /// How foreign keys are treated.
  public enum ForeignKeys: Sendable, Hashable, CaseIterable {
    /// Off, and all checked at the end.
    case deferred
    /// On.
    case immediate
  }

  /// What a migration runs.
  public enum Body: Sendable {
    /// SQL texts, each given to one `execute`.
    case sql([String])
    /// Code; receives the merged identifiers that are applied.
    case code(@Sendable (_ db: any PeerDatabase, _ applied: Set<String>) throws -> Void)
  }

  /// The name in the ledger.
  public let identifier: String
  /// How foreign keys are treated.
  public let foreignKeys: ForeignKeys
  /// The migrations that it replaces.
  public let merging: Set<String>
  /// What it runs.
  public let body: Body

  /// Creates a migration of SQL texts.
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

/// What a program registers, in order.
public struct MigrationList: Sendable, ExpressibleByArrayLiteral {
  /// The migrations.
  public let migrations: [PeerMigration]
  /// The index from which `disablingDeferredForeignKeyChecks()` holds, or `nil`.
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

  /// Returns the first so many of the list.
  public func prefix(_ count: Int) -> MigrationList {
    MigrationList(Array(migrations.prefix(count)), uncheckedFrom: uncheckedFrom)
  }
}
