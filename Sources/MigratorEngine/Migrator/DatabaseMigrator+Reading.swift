public import MigratorSQLite

extension DatabaseMigrator {
  /// The identifiers of the registered migrations, in the order of registration.
  public var migrations: [String] { list.identifiers }

  /// Returns the migrations that are registered and applied, in the order of registration.
  ///
  /// - Parameter db: A connection.
  /// - Returns: The identifiers.
  /// - Throws: `DatabaseError`. A missing ledger is not an error.
  /// - Complexity: O(*n* + *m*) for *n* registered and *m* applied migrations.
  public func appliedMigrations(_ db: Database) throws -> [String] {
    let applied = try appliedIdentifiers(db)
    return migrations.filter(applied.contains)
  }

  /// Returns the applied migrations in the ledger, including unregistered ones.
  ///
  /// - Parameter db: A connection.
  /// - Returns: The identifiers; empty when the database has no ledger.
  /// - Throws: `DatabaseError`; ``MigrationError`` of kind ``MigrationError/Kind/obstacle(_:)`` if
  ///   a table has the ledger's name but cannot be read as one. A missing ledger is not an error.
  public func appliedIdentifiers(_ db: Database) throws -> Set<String> {
    let state = try list.state(db)
    if !state.isReadable, let obstacle = state.obstacle {
      throw MigrationError(.obstacle(obstacle))
    }
    return Set(state.appliedIdentifiers)
  }

  /// Returns the applied migrations before the first one that is not applied.
  ///
  /// - Parameter db: A connection.
  /// - Returns: The identifiers, in the order of registration.
  /// - Throws: `DatabaseError`. A missing ledger is not an error.
  public func completedMigrations(_ db: Database) throws -> [String] {
    let applied = try appliedIdentifiers(db)
    return Array(migrations.prefix(while: applied.contains))
  }

  /// Returns whether all registered migrations are applied.
  ///
  /// Unregistered migrations do not count; see ``hasBeenSuperseded(_:)``.
  ///
  /// - Parameter db: A connection.
  /// - Returns: `true` if they are; `true` when none is registered.
  /// - Throws: `DatabaseError`. A missing ledger is not an error.
  public func hasCompletedMigrations(_ db: Database) throws -> Bool {
    try completedMigrations(db).count == list.migrations.count
  }

  /// Returns whether the ledger contains a migration that is not registered.
  ///
  /// If so, a newer program has migrated the database. Identifiers that a registered migration
  /// merges count as unregistered.
  ///
  /// - Parameter db: A connection.
  /// - Returns: `true` if it does.
  /// - Throws: `DatabaseError`. A missing ledger is not an error.
  public func hasBeenSuperseded(_ db: Database) throws -> Bool {
    try appliedIdentifiers(db).contains { list[$0] == nil }
  }

  /// The registered migrations with their SQL, in the order of registration.
  public var registeredMigrations: [RegisteredMigration] {
    list.migrations.map {
      RegisteredMigration(
        identifier: $0.identifier, script: $0.script, foreignKeyChecks: $0.foreignKeyChecks,
        transaction: $0.transaction)
    }
  }

  /// Returns the steps from the applied migrations to a target.
  ///
  /// Steps are in registration order: a pending migration that was registered before an applied one
  /// is run out of order. Unregistered identifiers are ignored.
  ///
  /// - Parameters:
  ///   - targetIdentifier: The last migration to apply, or `nil` for all.
  ///   - appliedIdentifiers: The migrations in the ledger.
  /// - Returns: The steps in execution order; empty when nothing is pending.
  /// - Throws: ``MigrationError`` for an identifier registered twice, an unknown target, or a
  ///   target registered before an applied migration.
  /// - Complexity: O(*n*) for *n* registered migrations.
  public func plan(
    upTo targetIdentifier: String? = nil, appliedIdentifiers: Set<String>
  ) throws -> [PlannedStep] {
    try list.plan(
      upTo: targetIdentifier, from: LedgerState(applied: Array(appliedIdentifiers)))
  }

  /// Returns the registered and the applied migrations in one list.
  ///
  /// Writes nothing, so a missing ledger is not created.
  ///
  /// - Parameter db: A connection; it may be read-only.
  /// - Returns: The report.
  /// - Throws: `DatabaseError`; ``MigrationError`` for an identifier registered twice.
  /// - Complexity: O(*n* + *m*) for *n* registered and *m* applied migrations.
  public func statusReport(_ db: Database) throws -> StatusReport {
    try list.status(list.state(db))
  }

  /// Joins the registered migrations with the state of a ledger.
  ///
  /// - Throws: ``MigrationError`` for an identifier registered twice.
  /// - Complexity: O(*n* + *m*) for *n* registered and *m* recorded migrations.
  package func statusReport(_ state: LedgerState) throws -> StatusReport {
    try list.status(state)
  }

  /// Returns whether a migration was removed or renamed, or the schema differs from the one the
  /// migrations create.
  ///
  /// Pending, out-of-order and merged migrations are not changes.
  ///
  /// - Parameter db: A connection; it is only read.
  /// - Returns: `true` if there are changes; ``schemaChanges(_:)`` reports them.
  /// - Throws: `DatabaseError`; the error of a migration that fails on a database without rows;
  ///   ``MigrationError`` for an identifier registered twice.
  /// - Complexity: A replay of the applied migrations on an empty scratch file.
  public func hasSchemaChanges(_ db: Database) throws -> Bool {
    try schemaChanges(db).hasChanges
  }

  /// Returns how the schema differs from the one that the applied migrations create, and why.
  ///
  /// The applied migrations run in recorded order on an empty scratch file that is opened like
  /// `db`, with its functions and collations. The comparison covers the stored SQL of the `main`
  /// schema, so white space counts; see `SchemaDiff.isTextOnly`. Objects of SQLite and of the
  /// ledger are ignored.
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
