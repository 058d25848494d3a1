public import MigratorSQLite

extension DatabaseMigrator {
  /// The identifiers of the registered migrations, in the order of registration.
  public var migrations: [String] { list.identifiers }

  /// Returns the migrations that are registered and applied, in the order of registration.
  ///
  /// - Parameter db: A connection.
  /// - Returns: The identifiers.
  /// - Throws: `DatabaseError`. A missing ledger is no error.
  /// - Complexity: O(*n* + *m*) for *n* registered and *m* applied migrations.
  public func appliedMigrations(_ db: Database) throws -> [String] {
    let applied = try appliedIdentifiers(db)
    return migrations.filter(applied.contains)
  }

  /// Returns what the ledger holds, unregistered migrations included.
  ///
  /// - Parameter db: A connection.
  /// - Returns: The identifiers; none when the database has no ledger.
  /// - Throws: `DatabaseError`; ``MigrationError`` of kind ``MigrationError/Kind/obstacle(_:)`` where
  ///   a table is in the ledger's place that cannot be read as one. A missing ledger is no error.
  public func appliedIdentifiers(_ db: Database) throws -> Set<String> {
    let state = try list.state(db)
    if !state.isReadable, let obstacle = state.obstacle {
      throw MigrationError(.obstacle(obstacle))
    }
    return Set(state.appliedIdentifiers)
  }

  /// Returns the applied migrations of which all registered before are applied too.
  ///
  /// - Parameter db: A connection.
  /// - Returns: The identifiers, in the order of registration.
  /// - Throws: `DatabaseError`. A missing ledger is no error.
  public func completedMigrations(_ db: Database) throws -> [String] {
    let applied = try appliedIdentifiers(db)
    return Array(migrations.prefix(while: applied.contains))
  }

  /// Returns whether all registered migrations are applied.
  ///
  /// Applied migrations that are not registered do not count; see ``hasBeenSuperseded(_:)``.
  ///
  /// - Parameter db: A connection.
  /// - Returns: Whether they are; `true` when none is registered.
  /// - Throws: `DatabaseError`. A missing ledger is no error.
  public func hasCompletedMigrations(_ db: Database) throws -> Bool {
    try completedMigrations(db).count == list.migrations.count
  }

  /// Returns whether the ledger holds a migration that is not registered.
  ///
  /// The sign of a database that a newer program has migrated. Identifiers that a registered
  /// migration merges count as not registered.
  ///
  /// - Parameter db: A connection.
  /// - Returns: Whether it does.
  /// - Throws: `DatabaseError`. A missing ledger is no error.
  public func hasBeenSuperseded(_ db: Database) throws -> Bool {
    try appliedIdentifiers(db).contains { list[$0] == nil }
  }

  /// The registered migrations with their texts, in the order of registration.
  public var registeredMigrations: [RegisteredMigration] {
    list.migrations.map {
      RegisteredMigration(
        identifier: $0.identifier, script: $0.script, foreignKeyChecks: $0.foreignKeyChecks,
        transaction: $0.transaction)
    }
  }

  /// Returns the steps that bring a database from what is applied to a target.
  ///
  /// The order is that of registration: a migration registered before applied ones is run late.
  /// Applied identifiers that are not registered play no part.
  ///
  /// - Parameters:
  ///   - targetIdentifier: The last migration to apply, or `nil` for all.
  ///   - appliedIdentifiers: What the ledger holds.
  /// - Returns: The steps in execution order; empty when there is nothing to do.
  /// - Throws: ``MigrationError`` for an identifier registered twice, an unknown target, or a
  ///   target registered before a migration that is applied.
  /// - Complexity: O(*n*) for *n* registered migrations.
  public func plan(
    upTo targetIdentifier: String? = nil, appliedIdentifiers: Set<String>
  ) throws -> [PlannedStep] {
    try list.plan(
      upTo: targetIdentifier, from: LedgerState(applied: Array(appliedIdentifiers)))
  }

  /// Returns the registered and the applied migrations in one list.
  ///
  /// Writes nothing: a database that was never migrated has no ledger afterwards either.
  ///
  /// - Parameter db: A connection; one that only reads suffices.
  /// - Returns: The report.
  /// - Throws: `DatabaseError`; ``MigrationError`` for an identifier registered twice.
  /// - Complexity: O(*n* + *m*) for *n* registered and *m* applied migrations.
  public func statusReport(_ db: Database) throws -> StatusReport {
    try list.status(list.state(db))
  }

  /// Joins the registered migrations with what a ledger tells; an identifier registered twice is an error.
  ///
  /// - Complexity: O(*n* + *m*) for *n* registered and *m* recorded migrations.
  package func statusReport(_ state: LedgerState) throws -> StatusReport {
    try list.status(state)
  }

  /// Returns whether a migration was removed or renamed, or makes another schema than the one that
  /// is there.
  ///
  /// Migrations that are pending, out of order or merged by a registered one are no change.
  ///
  /// - Parameter db: A connection; it is only read.
  /// - Returns: Whether it is so; ``schemaChanges(_:)`` tells why.
  /// - Throws: `DatabaseError`; the error of a migration that fails on a database without rows;
  ///   ``MigrationError`` for an identifier registered twice.
  /// - Complexity: A replay of the applied migrations on an empty scratch file.
  public func hasSchemaChanges(_ db: Database) throws -> Bool {
    try schemaChanges(db).hasChanges
  }

  /// Returns how the database differs from the one that its applied migrations make, and why.
  ///
  /// The applied migrations are run in the order the ledger recorded them, on an empty scratch file
  /// that is opened as `db` was, functions and collations included. The schemas `main` are compared as
  /// they are stored, so that mere white space counts; `SchemaDiff.isTextOnly` tells. Objects of
  /// SQLite and of the ledger play no part.
  ///
  /// - Parameter db: A connection; it is only read.
  /// - Returns: The report.
  /// - Throws: `DatabaseError`; the error of a migration that fails on a database without rows;
  ///   ``MigrationError`` for an identifier registered twice.
  /// - Complexity: A replay of the applied migrations on an empty scratch file.
  public func schemaChanges(_ db: Database) throws -> SchemaChangeReport {
    try SchemaComparison(list: list).report(db)
  }
}
