public import MigratorSQLite

extension DatabaseMigrator {
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
    let state = try reading(db)
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
    try completedMigrations(db).count == registered.count
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
    try appliedIdentifiers(db).contains { indexes[$0] == nil }
  }
}
