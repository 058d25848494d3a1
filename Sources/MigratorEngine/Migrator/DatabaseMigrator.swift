public import MigratorSQLite

/// Registers migrations and applies them to a database, in order and only once.
///
/// A migrator is a value: a copy is an independent list. It uses GRDB's ledger, table
/// `grdb_migrations`, so GRDB and this type can open each other's databases.
///
/// ```swift
/// var migrator = DatabaseMigrator()
/// migrator.registerMigration("createPlayer") { db in
///   try db.execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
/// }
/// try migrator.migrate(dbQueue)
/// ```
///
/// GRDB traps on an identifier registered twice, an unknown target, a target before an applied
/// migration, and a reentrant call. This type throws ``MigrationError`` instead.
public struct DatabaseMigrator: Sendable {
  /// How a migration treats foreign keys.
  public typealias ForeignKeyChecks = MigratorEngine.ForeignKeyChecks
  /// Which violations make a deferred migration fail.
  public typealias ForeignKeyPolicy = MigratorEngine.ForeignKeyPolicy

  /// If true, `migrate(_:)` erases the database and starts from scratch when the schema changed.
  ///
  /// It erases when a migration was removed or renamed, or when the migrations create a different
  /// schema. Use it only during development: **all rows are lost**. ``MigrationEvent/erased(_:)``
  /// reports the reason, and ``schemaChanges(_:)`` predicts it. Steps, dry runs and the console
  /// never erase.
  ///
  /// Each run replays the applied migrations on an empty scratch file.
  public var eraseDatabaseOnSchemaChange = false

  /// Which violations make a deferred migration fail; all of them by default.
  public var foreignKeyPolicy: ForeignKeyPolicy {
    get { list.foreignKeyPolicy }
    set { list.foreignKeyPolicy = newValue }
  }

  /// The tool that enforces foreign keys while a migration runs, or `nil`.
  ///
  /// Such a tool may delete rows that migtui keeps, so migtui warns.
  package var enforcingTool: EnforcingTool? {
    get { list.enforcingTool }
    set { list.enforcingTool = newValue }
  }

  /// True if migrations accept double-quoted strings, whatever the configuration.
  ///
  /// The connections of most tools accept them.
  package var acceptsDoubleQuotedStringLiterals: Bool {
    get { list.acceptsDoubleQuotedStringLiterals }
    set { list.acceptsDoubleQuotedStringLiterals = newValue }
  }

  /// How to make the tool run a file outside a transaction, for the advice after a failure.
  package var transactionSwitch: TransactionSwitch? {
    get { list.transactionSwitch }
    set { list.transactionSwitch = newValue }
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

  /// Returns a migrator that does not check foreign keys after migrations that are registered
  /// later.
  ///
  /// Migrations that are already registered keep their checks, and `.immediate` ones are not
  /// affected. The program becomes responsible for keeping violations out of the database.
  ///
  /// - Returns: The changed copy.
  public func disablingDeferredForeignKeyChecks() -> DatabaseMigrator {
    var migrator = self
    migrator.defersForeignKeyChecks = false
    return migrator
  }

  /// Registers a migration written in Swift.
  ///
  /// Migrations run in the order of registration. ``validate()`` and all methods that run
  /// migrations report an identifier registered twice.
  ///
  /// - Parameters:
  ///   - identifier: The name that the ledger stores.
  ///   - foreignKeyChecks: How the migration treats foreign keys.
  ///   - migrate: The code that executes SQL statements. If it throws, the migration is rolled
  ///     back.
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
  /// If some of the merged migrations are applied, `migrate` receives their identifiers. Their
  /// records are deleted in the transaction that records this migration. If this migration is
  /// already applied, only the records of merged migrations are deleted.
  ///
  /// - Parameters:
  ///   - identifier: The name that the ledger stores. It is ignored if `mergedIdentifiers` also
  ///     contains it.
  ///   - foreignKeyChecks: How the migration treats foreign keys.
  ///   - mergedIdentifiers: The migrations that this one replaces.
  ///   - migrate: The code that executes SQL statements.
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
  ///   - identifier: The name that the ledger stores.
  ///   - foreignKeyChecks: How the migration treats foreign keys.
  ///   - script: The statements. They may not begin, commit or roll back a transaction, nor attach
  ///     another database.
  ///   - transaction: How the statements use transactions. A migration that is not
  ///     ``MigrationTransaction/whole`` cannot be rolled back, and its foreign keys are not
  ///     checked.
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

  /// Registers a migration with deferred foreign-key checks, under GRDB's older name.
  ///
  /// Equivalent to ``registerMigration(_:foreignKeyChecks:migrate:)`` with `.deferred` checks, the
  /// default there.
  ///
  /// - Parameters:
  ///   - identifier: The name that the ledger stores.
  ///   - migrate: The code that executes SQL statements. If it throws, the migration is rolled
  ///     back.
  /// - Complexity: O(1) on average.
  public mutating func registerMigrationWithDeferredForeignKeyCheck(
    _ identifier: String, migrate: @escaping @Sendable (Database) throws -> Void
  ) {
    registerMigration(identifier, foreignKeyChecks: .deferred, migrate: migrate)
  }

  /// Registers a migration that this program can show but not run.
  ///
  /// Neither this migration nor a later one can be applied.
  ///
  /// - Parameters:
  ///   - identifier: The migration's identifier.
  ///   - foreignKeyChecks: How it treats foreign keys.
  ///   - merged: The migrations that it replaces.
  ///   - place: Its location in code, as `file:line`.
  ///   - obstacle: Why it cannot be run, and the remedy.
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

  /// Checks that no identifier is registered twice, and that no merged migration is registered.
  ///
  /// A registered migration that another one merges would run repeatedly: its record is deleted
  /// whenever the other one runs.
  ///
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/duplicateIdentifier(_:)`` or
  ///   ``MigrationError/Kind/mergesRegistered(identifier:merged:)``.
  /// - Complexity: O(1).
  public func validate() throws {
    try list.validate()
  }
}
