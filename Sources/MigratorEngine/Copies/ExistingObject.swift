public import MigratorSQLite

/// An object that the next migration would create and that already exists.
///
/// It suggests that the migration ran but was not recorded.
public struct ExistingObject: Sendable, Hashable {
  /// The identifier of the migration.
  public let identifier: String
  /// SQLite's error message: `table note already exists`.
  public let message: String
  /// The statement that fails.
  public let location: ScriptLocation

  /// Checks whether the next migration would create an object that already exists.
  ///
  /// Uses a scratch database with the same schema and no rows.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The registered migrations.
  ///   - configuration: How to open the scratch database; the purpose is always set to `scratch`.
  ///   - cancellation: Stops the search.
  /// - Returns: The existing object, or `nil` if no statement fails or the first failure has
  ///   another cause.
  /// - Throws: `DatabaseError`, ``MigrationError``.
  public static func search(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> ExistingObject? {
    let list = migrator.list
    let steps = try inspection.read { try list.plan(from: list.state($0)) }
    guard let next = steps.first(where: \.runs)?.identifier, let script = list[next]?.script else {
      return nil
    }
    return try inspection.onScratchSchema(for: [script], of: list, configuration) { db in
      var found: ExistingObject?
      try db.rehearse(script, cancellation) { error in
        if let message = error.underlying?.message, NamedObject(message)?.isMissing == false {
          found = ExistingObject(identifier: next, message: message, location: error.location)
        }
        return false
      }
      return found
    }
  }
}
