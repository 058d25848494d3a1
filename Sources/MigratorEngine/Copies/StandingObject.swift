public import MigratorSQLite

/// Something that the next migration would make and that the database has already: the sign of a
/// migration that was run and not recorded.
public struct StandingObject: Sendable, Hashable {
  /// The migration.
  public let identifier: String
  /// SQLite's words: `table note already exists`.
  public let message: String
  /// The statement that cannot run.
  public let location: ScriptLocation

  /// Looks whether the next migration would make what is there, on a scratch database with the same
  /// schema and no rows.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The registered migrations.
  ///   - configuration: How to open the scratch database; its purpose becomes `scratch`.
  ///   - cancellation: Stops the search.
  /// - Returns: What is there, or `nil` where the first error is another, or none.
  /// - Throws: `DatabaseError`, ``MigrationError``.
  public static func search(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator,
    configuration: Configuration = Configuration(), cancellation: Cancellation? = nil
  ) throws -> StandingObject? {
    let list = migrator.list
    let steps = try inspection.read { try list.plan(from: list.state($0)) }
    guard let next = steps.first(where: \.runs)?.identifier, let script = list[next]?.script else {
      return nil
    }
    return try inspection.onScratchSchema(for: [script], configuration) { db in
      var found: StandingObject?
      try db.rehearse(script, cancellation) { error in
        if let message = error.underlying?.message, NamedObject(message)?.isMissing == false {
          found = StandingObject(identifier: next, message: message, location: error.location)
        }
        return false
      }
      return found
    }
  }
}
