public import MigratorSQLite
public import MigratorSchema

/// Compares the live schema with the schema that the applied migrations produce.
public enum SchemaDrift {
  /// The result of a comparison.
  public enum Result: Sendable, Hashable {
    /// The differences from the produced schema (before) to the live schema (after).
    case diff(SchemaDiff)
    /// The drift cannot be determined, for the given reason.
    case unknown(reason: String)
  }

  /// Replays the applied migrations on a scratch database and compares the schemas.
  ///
  /// The file is only read, and the scratch database has no rows. The migrations run in ledger
  /// order, or, if that fails, in registration order. Unregistered migrations cannot be replayed,
  /// so their changes appear among the differences.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - migrator: The registered migrations.
  ///   - temporaryDirectory: The folder for the scratch database, or `nil` for TMPDIR.
  ///   - configuration: How to open the database and the scratch database; the purpose of the
  ///     latter becomes `scratch`.
  ///   - cancellation: Stops the comparison.
  /// - Returns: The differences, or the reason why they are unknown.
  /// - Throws: `DatabaseError`, ``MigrationError``; SQLITE_INTERRUPT when cancelled.
  public static func diff(
    path: String, migrator: DatabaseMigrator, temporaryDirectory: String? = nil,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> Result {
    try DatabaseInspection.inspect(path: path, configuration: configuration) {
      try diff(
        of: $0, migrator: migrator, temporaryDirectory: temporaryDirectory,
        configuration: configuration, cancellation: cancellation)
    }
  }

  /// Compares the schema of a database that is open for inspection.
  ///
  /// - Parameters:
  ///   - inspection: The database.
  ///   - migrator: The registered migrations.
  ///   - temporaryDirectory: The folder for the scratch database, or `nil` for TMPDIR.
  ///   - configuration: How to open the scratch database; the purpose is always set to `scratch`.
  ///   - cancellation: Stops the comparison.
  /// - Returns: The differences, or the reason why they are unknown.
  /// - Throws: `DatabaseError`, ``MigrationError``; SQLITE_INTERRUPT when cancelled.
  public static func diff(
    of inspection: DatabaseInspection, migrator: DatabaseMigrator,
    temporaryDirectory: String? = nil,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> Result {
    try migrator.validate()
    let (state, live) = try inspection.appliedSchema(of: migrator)
    if !state.isReadable, let obstacle = state.obstacle {
      return .unknown(reason: obstacle.message)
    }
    let applied = state.appliedIdentifiers
    let encoding = try inspection.facts().encoding
    func replay(_ list: MigrationList) -> SchemaReplay {
      SchemaReplay(
        list: list, temporaryDirectory: temporaryDirectory, configuration: configuration,
        encoding: encoding, cancellation: cancellation)
    }
    if let stated = state.statedSchema {
      return try diff(from: stated, in: migrator.list, to: live, configuration, replay)
    }

    let unregistered = applied.filter { migrator.list[$0] == nil }
    let known = applied.filter { migrator.list[$0] != nil }
    if known.isEmpty, let first = unregistered.first {
      return .unknown(
        reason:
          "no registered migration is applied, only others such as \"\(first.shownName)\", so "
          + "there is nothing to replay")
    }
    let obstacles = known.lazy.compactMap { migrator.list[$0]?.obstacle }
    if let unusable = obstacles.first(where: \.isUnreadable) {
      throw MigrationError(.obstacle(unusable))
    }
    if let code = known.first(where: { migrator.list[$0]?.obstacle != nil }) {
      return .unknown(
        reason: "\"\(code)\" is applied, but cannot be replayed: it is not an SQL file")
    }
    switch try replay(migrator.list).run(ledgerOrder: known) {
    case .schema(let produced):
      return .diff(SchemaDiff(before: produced, after: live))
    case .failed(_, let failure):
      let place = failure.location.map { " at \($0.file):\($0.line)" } ?? ""
      return .unknown(
        reason: "replayed from an empty database, \"\(failure.identifier)\" fails\(place): "
          + failure.message
          + (unregistered.isEmpty
            ? "" : "; it may depend on an applied migration that is not registered"))
    }
  }

  /// Compares the live schema with the one that the tool's own files describe.
  private static func diff(
    from stated: StatedSchema, in list: MigrationList, to live: SchemaSnapshot,
    _ configuration: Configuration, _ replay: (MigrationList) -> SchemaReplay
  ) throws -> Result {
    switch stated {
    case .database(let path, let platformTables):
      do {
        let ignored = list.ledger.tableNames + platformTables
        return try DatabaseInspection.inspect(path: path, configuration: configuration) {
          .diff(
            SchemaDiff(
              before: try $0.userSchema(besides: ignored), after: live.userObjects(besides: ignored)
            ))
        }
      } catch let error as DatabaseError {
        return .unknown(reason: "the schema in \(path) cannot be read: \(error.message ?? "")")
      }
    case .script(let script):
      var single = MigrationList(ledger: list.ledger)
      single.add(
        Migration(
          identifier: script.file, foreignKeyChecks: .disabled, mergedIdentifiers: [],
          body: .script(script), transaction: .whole))
      switch try replay(single).run(ledgerOrder: [script.file]) {
      case .schema(let produced): return .diff(SchemaDiff(before: produced, after: live))
      case .failed(_, let failure):
        return .unknown(
          reason: "the schema in \(script.file) cannot be created: \(failure.message)")
      }
    }
  }
}
