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
  public typealias ForeignKeyChecks = MigratorEngine.ForeignKeyChecks
  /// Which violations make a deferred migration fail.
  public typealias ForeignKeyPolicy = MigratorEngine.ForeignKeyPolicy

  /// Whether `migrate(_:)` erases the database and starts anew when a migration was removed or
  /// renamed, or makes another schema than the one that is there.
  ///
  /// For the time of development only: **all rows are lost**. What was erased and why is told by
  /// ``MigrationEvent/erased(_:)``, and beforehand by ``schemaChanges(_:)``. Steps, dry runs and the
  /// console never erase.
  ///
  /// Each run costs a replay of the applied migrations on an empty scratch file.
  public var eraseDatabaseOnSchemaChange = false

  /// Which violations make a deferred migration fail; any, unless set.
  public var foreignKeyPolicy: ForeignKeyPolicy {
    get { list.foreignKeyPolicy }
    set { list.foreignKeyPolicy = newValue }
  }

  /// The tool whose connections enforce foreign keys while a migration runs, which may delete rows
  /// that are kept here; `nil` when there is nothing to warn of.
  package var enforcingTool: String? {
    get { list.enforcingTool }
    set { list.enforcingTool = newValue }
  }

  private(set) var list: MigrationList
  private var defersForeignKeyChecks = true

  /// Creates a migrator without migrations.
  public init() {
    self.init(ledger: GRDBLedger())
  }

  /// Creates a migrator without migrations that reads and writes the ledger of another tool.
  ///
  /// - Parameter ledger: The ledger.
  public init(ledger: any Ledger) {
    list = MigrationList(ledger: ledger)
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
      identifier, foreignKeyChecks: foreignKeyChecks,
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
      identifier, foreignKeyChecks: foreignKeyChecks, body: .script(script),
      transaction: transaction)
  }

  /// Registers a migration whose foreign keys are checked at its end, under GRDB's older name.
  ///
  /// The same as ``registerMigration(_:foreignKeyChecks:migrate:)`` with `.deferred` checks, which
  /// is the default there.
  ///
  /// - Parameters:
  ///   - identifier: The name the ledger stores.
  ///   - migrate: The code that performs SQL statements. An error it throws rolls them back.
  /// - Complexity: O(1) on average.
  public mutating func registerMigrationWithDeferredForeignKeyCheck(
    _ identifier: String, migrate: @escaping @Sendable (Database) throws -> Void
  ) {
    registerMigration(identifier, foreignKeyChecks: .deferred, migrate: migrate)
  }

  /// Registers a migration that this program can show but not run.
  ///
  /// No step runs it, and none goes past it.
  ///
  /// - Parameters:
  ///   - identifier: What identifies it.
  ///   - foreignKeyChecks: How it treats foreign keys.
  ///   - merged: The migrations that it takes the place of.
  ///   - place: Where it stands in code, as `file:line`.
  ///   - obstacle: Why, and what would run it, or what is wrong with its file.
  package mutating func registerUnavailable(
    _ identifier: String, foreignKeyChecks: ForeignKeyChecks = .deferred,
    merging merged: Set<String> = [], place: String? = nil, obstacle: StepObstacle
  ) {
    register(
      identifier, foreignKeyChecks: foreignKeyChecks, merging: merged,
      body: .unavailable(obstacle), place: place)
  }

  private mutating func register(
    _ identifier: String, foreignKeyChecks: ForeignKeyChecks, merging merged: Set<String> = [],
    body: Migration.Body, transaction: MigrationTransaction = .whole, place: String? = nil
  ) {
    list.add(
      Migration(
        identifier: identifier,
        foreignKeyChecks: foreignKeyChecks == .deferred && !defersForeignKeyChecks
          ? .disabled : foreignKeyChecks,
        mergedIdentifiers: merged.subtracting([identifier]), body: body, transaction: transaction,
        place: place))
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
    try list.validate()
  }
}
