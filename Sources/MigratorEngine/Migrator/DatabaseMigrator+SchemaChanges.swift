public import MigratorSQLite
internal import MigratorSchema

extension DatabaseMigrator {
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
    try schemaChanges(db, cancellation: nil)
  }

  /// Erases the database if its schema is not the one that the migrations make.
  ///
  /// What was judged must still be there once the write lock is held: another process may have erased
  /// and migrated it meanwhile.
  func eraseIfChanged(
    _ db: Database, cancellation: Cancellation?, emit: (MigrationEvent) -> Void
  ) throws {
    guard !db.isInsideTransaction else { throw MigrationError(.insideTransaction) }
    try db.monitored(by: ProgressMonitor(cancellation: cancellation)) {
      while true {
        var judged: ([String], SchemaSnapshot)?
        var report = SchemaChangeReport()
        try db.inTransaction(.deferred) {
          judged = try judgedState(db)
          report = try schemaChanges(db, cancellation: cancellation)
          return .commit
        }
        guard report.hasChanges, let judged else { return }
        let hasErased = try db.erase(if: { try judgedState(db) == judged })
        if hasErased { return emit(.erased(report)) }
      }
    }
  }

  private func judgedState(_ db: Database) throws -> ([String], SchemaSnapshot) {
    (try reading(db).appliedIdentifiers, try db.schemaSnapshot())
  }

  private func schemaChanges(
    _ db: Database, cancellation: Cancellation?
  ) throws -> SchemaChangeReport {
    try validate()
    let applied = try reading(db).appliedIdentifiers
    let known = applied.filter { indexes[$0] != nil }
    let unknown = applied.filter { indexes[$0] == nil }
    let merged = Set(registered.flatMap(\.mergedIdentifiers))
    let unregistered = unknown.filter { !merged.contains($0) }
    if !unregistered.isEmpty { return SchemaChangeReport(reason: .unregistered(unregistered)) }
    // What the merged ones made, the merging one makes too: once it is applied, all can be replayed.
    let replaced = Set(known.compactMap(migration).flatMap(\.mergedIdentifiers))
    let mergedAway = unknown.filter { !replaced.contains($0) }
    guard mergedAway.isEmpty, !known.isEmpty else {
      return SchemaChangeReport(mergedAway: mergedAway)
    }
    let replay = SchemaReplay(
      migrator: self, temporaryDirectory: nil, configuration: db.configuration,
      encoding: try String.fetchOne(db, sql: "PRAGMA encoding") ?? "UTF-8",
      cancellation: cancellation)
    switch try replay.run(ledgerOrder: known) {
    case .failed(let error, _): throw error
    case .schema(let produced):
      let diff = SchemaDiff(
        before: produced.filtered(.comparable), after: try userSchema(db).filtered(.comparable))
      return SchemaChangeReport(reason: diff.isEmpty ? nil : .schema, diff: diff)
    }
  }
}

extension SchemaFilter {
  /// Objects that the schemas are compared by, as GRDB chooses them.
  fileprivate static let comparable = SchemaFilter { object in
    !Database.isSQLiteInternalTable(object.name) && !Database.isGRDBInternalTable(object.name)
  }
}
