public import MigratorSQLite

/// Registers migrations and applies them to a database, in order, once and only once.
///
/// A migrator is a value: a copy is an independent list. It reads and writes the ledger of GRDB,
/// table `grdb_migrations`, so a database migrated by one opens in the other.
///
/// ```swift
/// var migrator = DatabaseMigrator()
/// migrator.registerMigration("createPlayer") { db in
///   try db.execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
/// }
/// try migrator.migrate(dbQueue)
/// ```
///
/// Where GRDB traps (an identifier registered twice, an unknown target, a target behind what is
/// applied, a call from within a database access), this throws ``MigrationError``.
public struct DatabaseMigrator: Sendable {
  /// How a migration treats foreign keys.
  ///
  /// Ignored when the connection has foreign keys off: nothing is checked then.
  public enum ForeignKeyChecks: String, Sendable, Hashable, CaseIterable {
    /// Foreign keys are off while the migration runs and are all checked before it is committed.
    case deferred
    /// Foreign keys stay on, so a statement that violates one fails.
    case immediate
    /// Foreign keys are off while the migration runs, and nothing is checked.
    case disabled
  }

  /// Whether `migrate(_:)` erases the database and starts anew when a migration was removed or
  /// renamed, or makes another schema than the one that is there.
  ///
  /// For the time of development only: **all rows are lost**. What was erased and why is told by
  /// ``MigrationEvent/erased(_:)``, and beforehand by ``schemaChanges(_:)``. Steps, dry runs and the
  /// console never erase.
  ///
  /// Each run costs a replay of the applied migrations on an empty scratch file.
  public var eraseDatabaseOnSchemaChange = false

  private(set) var registered: [Migration] = []
  private(set) var indexes: [String: Int] = [:]
  /// The identifiers of the registered migrations, in the order of registration.
  public private(set) var migrations: [String] = []
  /// The merged identifiers, and which registered migration merges them.
  private var mergers: [String: String] = [:]
  private var problems: [MigrationError.Kind] = []
  private var defersForeignKeyChecks = true
  /// Which violations make a deferred migration fail; any, unless set.
  public var foreignKeyPolicy = ForeignKeyPolicy.allViolations
  private(set) var ledger: LedgerStore
  /// The tool whose connections enforce foreign keys while a migration runs, which may delete rows
  /// that are kept here; `nil` when there is nothing to warn of.
  package var enforcingTool: String?

  /// Creates a migrator without migrations.
  public init() {
    ledger = LedgerStore(GRDBLedger())
  }

  /// Creates a migrator without migrations that reads and writes the ledger of another tool.
  ///
  /// - Parameter ledger: The ledger.
  public init(ledger: any Ledger) {
    self.ledger = LedgerStore(ledger)
  }

  /// The same migrations over a plain ledger, for scratch databases: what the tool of the ledger
  /// would refuse to do to a real one is no matter there.
  var replaying: DatabaseMigrator {
    var migrator = self
    migrator.ledger = LedgerStore(GRDBLedger())
    return migrator
  }

  /// Returns a migrator in which migrations registered from now on are not checked at their end.
  ///
  /// Those registered already keep their checks, and `.immediate` ones are not affected. The
  /// program becomes responsible for keeping violations out of the database.
  ///
  /// - Returns: The changed copy.
  public func disablingDeferredForeignKeyChecks() -> DatabaseMigrator {
    var migrator = self
    migrator.defersForeignKeyChecks = false
    return migrator
  }

  /// Registers a migration written in Swift.
  ///
  /// Migrations run in the order of registration. An identifier registered twice is reported by
  /// ``validate()`` and by everything that runs migrations.
  ///
  /// - Parameters:
  ///   - identifier: The name the ledger stores.
  ///   - foreignKeyChecks: How the migration treats foreign keys.
  ///   - migrate: The code that performs SQL statements. An error it throws rolls them back.
  /// - Complexity: O(1) on average.
  public mutating func registerMigration(
    _ identifier: String,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    migrate: @escaping @Sendable (Database) throws -> Void
  ) {
    register(
      identifier, foreignKeyChecks: foreignKeyChecks, merging: [],
      body: .code { db, _ in try migrate(db) })
  }

  /// Registers a migration that replaces several earlier ones.
  ///
  /// On a database where some of the merged migrations are applied, `migrate` receives those; the
  /// ledger forgets them in the transaction that records this migration. On a database where this
  /// migration is applied already, the merged identifiers are only forgotten.
  ///
  /// - Parameters:
  ///   - identifier: The name the ledger stores. Its presence in `mergedIdentifiers` is ignored.
  ///   - foreignKeyChecks: How the migration treats foreign keys.
  ///   - mergedIdentifiers: The migrations that this one replaces.
  ///   - migrate: The code that performs SQL statements.
  /// - Complexity: O(1) on average.
  public mutating func registerMigration(
    _ identifier: String,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    merging mergedIdentifiers: Set<String> = [],
    migrate:
      @escaping @Sendable (_ db: Database, _ appliedIdentifiers: Set<String>) throws -> Void
  ) {
    register(
      identifier, foreignKeyChecks: foreignKeyChecks, merging: mergedIdentifiers,
      body: .code(migrate))
  }

  /// Registers a migration written in SQL.
  ///
  /// - Parameters:
  ///   - identifier: The name the ledger stores.
  ///   - foreignKeyChecks: How the migration treats foreign keys.
  ///   - script: The statements. They may not begin, commit or roll back a transaction, nor attach
  ///     another database.
  ///   - transaction: What holds the statements together. A migration that is not
  ///     ``MigrationTransaction/whole`` cannot be rolled back, and its foreign keys are not checked.
  /// - Complexity: O(1) on average.
  public mutating func registerMigration(
    _ identifier: String,
    foreignKeyChecks: ForeignKeyChecks = .deferred,
    script: SQLScript,
    transaction: MigrationTransaction = .whole
  ) {
    register(
      identifier, foreignKeyChecks: foreignKeyChecks, merging: [], body: .script(script),
      transaction: transaction)
  }

  mutating func register(
    _ identifier: String, foreignKeyChecks: ForeignKeyChecks, merging merged: Set<String>,
    body: Migration.Body, transaction: MigrationTransaction = .whole
  ) {
    let checks: ForeignKeyChecks =
      foreignKeyChecks == .deferred && !defersForeignKeyChecks ? .disabled : foreignKeyChecks
    // The first registration keeps the name, so that queries still have one answer.
    guard indexes[identifier] == nil else {
      problems.append(.duplicateIdentifier(identifier))
      return
    }
    if let merger = mergers[identifier] {
      problems.append(.mergesRegistered(identifier: merger, merged: identifier))
    }
    let merged = merged.subtracting([identifier])
    if let known = merged.filter({ indexes[$0] != nil }).min() {
      problems.append(.mergesRegistered(identifier: identifier, merged: known))
    }
    for id in merged { mergers[id] = identifier }
    indexes[identifier] = registered.count
    migrations.append(identifier)
    registered.append(
      Migration(
        identifier: identifier, foreignKeyChecks: checks,
        mergedIdentifiers: merged, body: body,
        transaction: transaction))
  }

  /// Checks that no identifier was registered twice, and none that another migration merges.
  ///
  /// A migration that is registered although another one merges it would run again and again: the
  /// ledger forgets it whenever the other one runs.
  ///
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/duplicateIdentifier(_:)`` or
  ///   ``MigrationError/Kind/mergesRegistered(identifier:merged:)``.
  /// - Complexity: O(1).
  public func validate() throws {
    guard let problem = problems.first else { return }
    throw MigrationError(problem)
  }
}
